import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { ApiError } from '@portico/client/ApiError';
import { READ_NOTIFICATION_DAYS, type Notification } from '@portico/contracts/notifications';
import { clockLabel } from '@portico/contracts/times';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import type { MouseEvent } from 'react';
import { useSidebar } from '../../SidebarContext.ts';
import { followAfter } from './followAfter.ts';
import styles from './NotificationPanel.module.css';
import { NotificationSection } from './NotificationSection.tsx';
import { notificationsQuery } from './notifications.queries.ts';
import { usePanelVisit } from './usePanelVisit.ts';
import { t } from '../../panelText.ts';

/**
 * New and read notifications. Closing the panel in any way marks all as read, except those marked unread during this
 * visit. Source: spec §2 Notification panel.
 */
export default function NotificationPanel() {
  const { services, notificationHistoryUrl, renderLink, closeAll, apiError } = useSidebar();
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(notificationsQuery(services.notification));
  const visit = usePanelVisit();
  const section = (isRead: boolean) => ({
    notifications: data?.filter((each) => each.isRead === isRead) ?? [],
    removed: visit.removed.filter((each) => each.isRead === isRead),
    focusId: visit.focusId,
    onToggleRead: visit.toggleRead,
    onRemove: visit.remove,
    onRestore: visit.restore,
    onExpire: visit.clearRemoved,
    onFollow: ({ id, isRead: wasRead }: Notification, event: MouseEvent<HTMLAnchorElement>) => {
      if (wasRead) closeAll();
      else followAfter(event, () => new Promise<void>((settle) => void visit.markRead(id, settle)), closeAll);
    },
  });

  return (
    <div className={styles.panel}>
      <p className={styles.caption}>{t('readRetention', { days: READ_NOTIFICATION_DAYS })}</p>
      {visit.failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {visit.failure}
          {apiError?.requestId !== undefined && (
            <>
              {' '}
              {t('reference')} <code>{apiError.requestId}</code>
            </>
          )}
        </p>
      )}
      {data && error && (
        <p role="status" className={styles.failure}>
          {t('notRefreshed', {
            time: clockLabel(new Date(dataUpdatedAt)),
          })}
        </p>
      )}
      {data && (
        <>
          <NotificationSection title={t('newSection')} emptyMessage={t('noNew')} {...section(false)} />
          <NotificationSection title={t('readSection')} emptyMessage={t('noRead')} {...section(true)} />
        </>
      )}
      {!data && error && (
        <ErrorState
          size="compact"
          headingLevel={3}
          title={t('notificationsNotLoaded')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          requestId={error instanceof ApiError ? error.requestId : undefined}
        />
      )}
      {!data && !error && (
        <SkeletonGroup label={t('loadingNotifications')} className={styles.list}>
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} shape="box" height="6rem" />
          ))}
        </SkeletonGroup>
      )}
      {notificationHistoryUrl !== undefined &&
        renderLink({
          href: notificationHistoryUrl,
          className: styles.history,
          onClick: closeAll,
          children: (
            <>
              {t('allNotifications')}
              <ArrowRight aria-hidden="true" />
            </>
          ),
        })}
    </div>
  );
}
