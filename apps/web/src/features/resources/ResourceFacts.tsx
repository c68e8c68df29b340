import type { ResourceSummary } from '@portico/contracts/resources';
import { newsDateLabel } from '../../dates/dateLabels.ts';

/** Department, and when somebody last made sure that it holds or, if nobody did, when it was published. */
export function ResourceFacts({ resource: { department, reviewedAt, publishedAt } }: { resource: ResourceSummary }) {
  return (
    <>
      {department && <span>{department}</span>}
      {reviewedAt === null ? (
        <span>
          Published <time dateTime={publishedAt}>{newsDateLabel(publishedAt)}</time>
        </span>
      ) : (
        <span>
          Reviewed <time dateTime={reviewedAt}>{newsDateLabel(reviewedAt)}</time>
        </span>
      )}
    </>
  );
}
