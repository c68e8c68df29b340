import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { ApiError } from '@portico/client/ApiError';
import { READ_NOTIFICATION_DAYS, type Notification } from '@portico/contracts/notifications';
import { ErrorState } from '@portico/ui/ErrorState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useSidebar } from '../../SidebarContext.ts';
import styles from './NotificationPanel.module.css';
import { NotificationSection } from './NotificationSection.tsx';
import { notificationsQuery } from './notifications.queries.ts';
import { useNotificationChanges } from './useNotificationChanges.ts';
import { t } from '../../text.ts';

/**
 * New and read notifications. Closing the panel in any way marks all as read, except those marked unread during this
 * visit. Source: spec §2 Notification panel.
 */
export default function NotificationPanel() {
  const { services, notificationHistoryUrl, renderLink, closeAll, apiError } = useSidebar();
  const { data, error, dataUpdatedAt, isFetching, refetch } = useQuery(notificationsQuery(services.notification));
  const changes = useNotificationChanges();
  const [keptUnread] = useState(() => new Set<string>());
  /** Deleted during this visit; a row in their place offers to undo it. */
  const [removed, setRemoved] = useState<readonly Notification[]>([]);
  const [failure, setFailure] = useState<string>();
  /** The notification whose button takes the focus when its tile appears in the other list. */
  const [focusId, setFocusId] = useState<string>();

  const readAll = useEffectEvent(() => changes.markAllRead(keptUnread));
  useEffect(() => {
    const leave = () => readAll();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  const attempt = async (work: Promise<boolean>, message: string): Promise<boolean> => {
    setFailure(undefined);
    const isDone = await work;
    if (!isDone) setFailure(message);
    return isDone;
  };
  // Ignores further changes of a notification while one is in progress.
  const toggleRead = ({ id, isRead }: Notification) => {
    if (changes.isChanging(id)) return;
    setFocusId(id);
    if (isRead) keptUnread.add(id);
    else keptUnread.delete(id);
    const work = isRead ? changes.markUnread(id) : changes.markRead(id);
    void attempt(work, t('notChanged')).then((isDone) => {
      if (!isDone) keptUnread.delete(id);
    });
  };
  const remove = (notification: Notification) => {
    if (changes.isChanging(notification.id)) return;
    void attempt(changes.remove(notification.id), t('notDeleted')).then((isDone) => {
      if (isDone) setRemoved((before) => [...before, notification]);
    });
  };
  const clearRemoved = ({ id }: Notification) => setRemoved((before) => before.filter((each) => each.id !== id));
  const restore = (notification: Notification) => {
    setFocusId(notification.id);
    void attempt(changes.restore(notification.id), t('notRestored')).then((isDone) => {
      if (isDone) clearRemoved(notification);
    });
  };

  const section = (isRead: boolean) => ({
    notifications: data?.filter((each) => each.isRead === isRead) ?? [],
    removed: removed.filter((each) => each.isRead === isRead),
    focusId,
    onToggleRead: toggleRead,
    onRemove: remove,
    onRestore: restore,
    onExpire: clearRemoved,
    onFollow: ({ id, isRead: wasRead }: Notification) => {
      if (!wasRead) void changes.markRead(id);
      closeAll();
    },
  });

  return (
    <div className={styles.panel}>
      <p className={styles.caption}>{t('readRetention', { days: READ_NOTIFICATION_DAYS })}</p>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          {failure}
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
            time: new Date(dataUpdatedAt).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }),
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
          {[0, 1, 2].map((place) => (
            <Skeleton key={place} shape="box" height="6rem" />
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
