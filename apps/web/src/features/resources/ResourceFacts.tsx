import type { ResourceSummary } from '@portico/contracts/resources';
import { richText } from '../../locale/richText.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';

/** Department and last review date, or the publication date if the resource was never reviewed. */
export function ResourceFacts({ resource: { department, reviewedAt, publishedAt } }: { resource: ResourceSummary }) {
  return (
    <>
      {department && <span>{department}</span>}
      {reviewedAt === null ? (
        <span>
          {richText('resources.publishedOn', { day: <time dateTime={publishedAt}>{newsDateLabel(publishedAt)}</time> })}
        </span>
      ) : (
        <span>
          {richText('resources.reviewedOn', { day: <time dateTime={reviewedAt}>{newsDateLabel(reviewedAt)}</time> })}
        </span>
      )}
    </>
  );
}
