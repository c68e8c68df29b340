import type { CurrentUser } from '@portico/contracts/users';
import { ApiError } from '@portico/client/ApiError';
import { Card } from '@portico/ui/Card';
import { EmptyState } from '@portico/ui/EmptyState';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import AppWindow from 'lucide-react/icons/app-window';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { currentUserQuery } from '../../shell/frame.queries.ts';
import styles from './PersonApplications.module.css';

/** Never shown, whatever the access. Source: spec §2, applications panel. */
const NEVER_SHOWN = 'SalesForce ExperienceCloud';

type Access = CurrentUser['applications'][number];

/** Applications that the person has access to, or can get it by doing something first. */
export function PersonApplications() {
  const { data: user, error, refetch, isFetching } = useQuery(currentUserQuery());
  return (
    <section aria-labelledby="own-applications" className={styles.section}>
      <h2 id="own-applications">Your applications</h2>
      {user && <Applications applications={shownApplications(user.applications)} />}
      {!user && error && (
        <ErrorState
          size="compact" headingLevel={3} title="Your applications could not be loaded" onRetry={() => void refetch()} isRetrying={isFetching}
          {...(error instanceof ApiError && error.requestId !== undefined ? { requestId: error.requestId } : {})}
        />
      )}
      {!user && !error && (
        <SkeletonGroup label="Loading your applications" className={styles.cards}>
          {[0, 1, 2].map((place) => <Skeleton key={place} shape="box" height="5rem" />)}
        </SkeletonGroup>
      )}
    </section>
  );
}

/** All but those without access, by name. Source: READINGS, shell. */
function shownApplications(applications: readonly Access[]): Access[] {
  return applications.filter(({ application, accessLevel }) => accessLevel !== 'None' && application !== NEVER_SHOWN)
    .sort((a, b) => a.application.localeCompare(b.application, 'en', { sensitivity: 'base' }));
}

function Applications({ applications }: { applications: readonly Access[] }) {
  if (applications.length === 0) {
    return <EmptyState headingLevel={3} icon={<AppWindow />} title="No applications are set up for you yet" description="Your branch manager asks for access on your behalf." />;
  }
  return (
    <ul className={styles.cards}>
      {applications.map(({ application, accessLevel }) => (
        <Card as="li" key={application} className={styles.card} data-access={accessLevel}>
          <span className={styles.icon} aria-hidden="true"><AppWindow /></span>
          <div className={styles.words}>
            <h3 className={styles.name}>{application}</h3>
            {accessLevel === 'ActionRequired'
              ? <StatusLabel tone="warning" icon={<TriangleAlert aria-hidden="true" />}>Action required</StatusLabel>
              : <StatusLabel tone="accent" icon={<CircleCheck aria-hidden="true" />}>Access</StatusLabel>}
          </div>
        </Card>
      ))}
    </ul>
  );
}
