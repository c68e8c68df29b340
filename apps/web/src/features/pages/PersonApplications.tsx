import { ApiError } from '@portico/client/ApiError';
import { applicationCards } from '@portico/sidebar/applicationCards';
import { ApplicationList } from '@portico/sidebar/ApplicationList';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { currentUserQuery } from '../../api/frame.queries.ts';
import { useApplicationAddresses } from '../../frame/useApplicationAddresses.ts';
import { personalStorage } from '../../sign-in/personalStorage.ts';
import styles from './PersonApplications.module.css';

/** Applications the reader has access to or can request, as cards of the sidebar panel. */
export function PersonApplications() {
  const { data: user, error, refetch, isFetching } = useQuery(currentUserQuery());
  const addresses = useApplicationAddresses();
  return (
    <section aria-labelledby="own-applications" className={styles.section}>
      <h2 id="own-applications">{t('pages.applications')}</h2>
      {user && <ApplicationList cards={applicationCards(user.applications, addresses)} storage={personalStorage} />}
      {!user && error && (
        <ErrorState
          size="compact"
          headingLevel={3}
          title={t('pages.applicationsNotLoaded')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          {...(error instanceof ApiError && error.requestId !== undefined ? { requestId: error.requestId } : {})}
        />
      )}
      {!user && !error && (
        <SkeletonGroup label={t('pages.loadingApplications')} className={styles.cards}>
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} shape="box" height="5rem" />
          ))}
        </SkeletonGroup>
      )}
    </section>
  );
}
