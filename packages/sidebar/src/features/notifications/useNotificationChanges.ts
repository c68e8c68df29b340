import { useIsMutating, useQueryClient, type MutationKey } from '@tanstack/react-query';
import { ApiError } from '@portico/client/ApiError';
import {
  deleteNotification,
  markNotificationRead,
  markNotificationsRead,
  markNotificationUnread,
  MAX_LISTED_NOTIFICATIONS,
  restoreNotification,
  type Notification,
} from '@portico/contracts/notifications';
import { useSidebar } from '../../SidebarContext.ts';
import { changeKeys, notificationsQuery, refreshNotifications } from './notifications.queries.ts';

export interface NotificationChanges {
  /** Calls `onSettled` when the call has succeeded or failed, before anything is refetched. */
  markRead: (id: string, onSettled?: () => void) => Promise<boolean>;
  markUnread: (id: string) => Promise<boolean>;
  /** Whether a change of this notification is in progress right now. */
  isChanging: (id: string) => boolean;
  remove: (id: string) => Promise<boolean>;
  restore: (id: string) => Promise<boolean>;
  /**
   * Marks everything that is currently unread as read, except `except`. Makes no call if there is nothing to mark, or
   * while an earlier call is in progress.
   */
  markAllRead: (except: ReadonlySet<string>) => void;
}

/**
 * Changes to notifications. After each one, summary and list are refetched and the other tabs are notified; it counts
 * as in progress until then. A change continues when its component unmounts and when the page is left. A failure is
 * reported to the host, and the promise resolves to false. Source: spec §4, §7, §8.
 */
export function useNotificationChanges(): NotificationChanges {
  const cache = useQueryClient();
  const {
    services: { notification: call, live },
    report,
  } = useSidebar();

  const change = async (mutationKey: MutationKey, work: () => Promise<unknown>): Promise<boolean> => {
    const refresh = async () => {
      live.notifyOtherTabs('notifications');
      await refreshNotifications(cache);
    };
    const mutation = cache.getMutationCache().build(cache, {
      mutationKey,
      mutationFn: work,
      networkMode: 'always',
      onSuccess: refresh,
      // Don't keep showing a deleted notification.
      onError: (error) => (error instanceof ApiError && error.status === 404 ? refresh() : undefined),
    });
    try {
      await mutation.execute(undefined);
      return true;
    } catch (error) {
      report(error);
      return false;
    }
  };
  const one = (id: string, endpoint: typeof markNotificationRead, onSettled?: () => void) =>
    change(changeKeys.one(id), () =>
      call(endpoint, { params: { notificationId: id } }, { keepalive: true }).finally(onSettled),
    );

  return {
    markRead: (id, onSettled) => one(id, markNotificationRead, onSettled),
    markUnread: (id) => one(id, markNotificationUnread),
    isChanging: (id) =>
      cache.isMutating({ mutationKey: changeKeys.one(id) }) + cache.isMutating({ mutationKey: changeKeys.readAll }) > 0,
    remove: (id) => one(id, deleteNotification),
    restore: (id) => one(id, restoreNotification),
    markAllRead: (except) => {
      if (cache.isMutating({ mutationKey: changeKeys.readAll }) > 0) return;
      const listed = () => cache.getQueryData(notificationsQuery(call).queryKey) ?? [];
      const until = listed()[0]?.createDate ?? '';
      const done = new Set(except);
      const left = () => listed().filter((each) => !each.isRead && each.createDate <= until && !done.has(each.id));
      if (left().length === 0) return;
      void change(changeKeys.readAll, async () => {
        // The list holds only the newest: older ones appear once these are read.
        for (let next: Notification[] = left(); next.length > 0; next = left()) {
          const ids = next.map(({ id }) => id);
          await call(markNotificationsRead, { body: { ids } }, { keepalive: true });
          for (const id of ids) done.add(id);
          if (ids.length < MAX_LISTED_NOTIFICATIONS) return;
          await refreshNotifications(cache);
        }
      });
    },
  };
}

/** Whether a notification is being deleted or changed, individually or with all others. Polling doesn't count. */
export function useIsChanging(id: string): boolean {
  const one = useIsMutating({ mutationKey: changeKeys.one(id) });
  const all = useIsMutating({ mutationKey: changeKeys.readAll });
  return one + all > 0;
}
