import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@portico/client/ApiError';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useSidebar } from '../../SidebarContext.ts';
import { currentUserQuery } from '../../frame.queries.ts';
import { applicationCards } from './applicationCards.ts';
import styles from './ApplicationList.module.css';
import { ApplicationList } from './ApplicationList.tsx';
import { t } from '../../panelText.ts';

/** Applications that the user may launch. Source: spec §2 Applications panel. */
export default function ApplicationsPanel() {
  const { services, applicationsConfig } = useSidebar();
  const { data: user, error, refetch, isFetching } = useQuery(currentUserQuery(services.content));
  if (user)
    return (
      <ApplicationList cards={applicationCards(user.applications, applicationsConfig)} storage={services.storage} />
    );
  if (error) {
    return (
      <ErrorState
        size="compact"
        headingLevel={3}
        title={t('applicationsNotLoaded')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        requestId={error instanceof ApiError ? error.requestId : undefined}
      />
    );
  }
  return (
    <SkeletonGroup label={t('loadingApplications')} className={styles.cards}>
      {[0, 1, 2, 3].map((index) => (
        <Skeleton key={index} shape="box" height="5rem" />
      ))}
    </SkeletonGroup>
  );
}
