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
  markRead: (id: string) => Promise<boolean>;
  markUnread: (id: string) => Promise<boolean>;
  /** Whether something is under way for this notification, at this very moment. */
  isChanging: (id: string) => boolean;
  remove: (id: string) => Promise<boolean>;
  restore: (id: string) => Promise<boolean>;
  /** Marks everything read that was unread now, but not what is in `except`. Makes no call when there is nothing. */
  markAllRead: (except: ReadonlySet<string>) => void;
}

/**
 * What people do to notifications. After each, summary and list are fetched again and the other tabs are told; it counts as
 * under way until then. A change goes on when the part of the screen that asked for it is gone, and when the page is left.
 * A failure is handed to the host, and the promise tells false. Source: spec §4, §7, §8.
 */
export function useNotificationChanges(): NotificationChanges {
  const cache = useQueryClient();
  const {
    services: { notification: call, live },
    report,
  } = useSidebar();

  const change = async (mutationKey: MutationKey, work: () => Promise<unknown>): Promise<boolean> => {
    const refresh = async () => {
      live.tell('notifications');
      await refreshNotifications(cache);
    };
    const mutation = cache.getMutationCache().build(cache, {
      mutationKey,
      mutationFn: work,
      networkMode: 'always',
      onSuccess: refresh,
      // What is gone should not be shown any longer.
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
  const one = (id: string, endpoint: typeof markNotificationRead) =>
    change(changeKeys.one(id), () => call(endpoint, { params: { notificationId: id } }, { keepalive: true }));

  return {
    markRead: (id) => one(id, markNotificationRead),
    markUnread: (id) => one(id, markNotificationUnread),
    isChanging: (id) =>
      cache.isMutating({ mutationKey: changeKeys.one(id) }) + cache.isMutating({ mutationKey: changeKeys.readAll }) > 0,
    remove: (id) => one(id, deleteNotification),
    restore: (id) => one(id, restoreNotification),
    markAllRead: (except) => {
      const listed = () => cache.getQueryData(notificationsQuery(call).queryKey) ?? [];
      const until = listed()[0]?.createDate ?? '';
      const done = new Set(except);
      const left = () => listed().filter((each) => !each.isRead && each.createDate <= until && !done.has(each.id));
      if (left().length === 0) return;
      void change(changeKeys.readAll, async () => {
        // The list holds the newest only: what was behind them comes up once those are read.
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

/** Whether a notification is being deleted or changed, alone or with all. Never true for polling. */
export function useIsChanging(id: string): boolean {
  const one = useIsMutating({ mutationKey: changeKeys.one(id) });
  const all = useIsMutating({ mutationKey: changeKeys.readAll });
  return one + all > 0;
}
