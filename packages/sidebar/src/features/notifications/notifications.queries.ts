import { queryOptions, type QueryClient, type QueryState } from '@tanstack/react-query';
import type { Call } from '@portico/client/createClient';
import {
  getNotificationSummary,
  listNotifications,
  NOTIFICATION_POLL_INTERVAL_MS,
  type Notification,
} from '@portico/contracts/notifications';

const MAX_POLL_INTERVAL_MS = 10 * 60_000;

/** Prefix of all notification keys in the cache, including the history's pages. */
export const notificationsKey = ['notifications'] as const;

/** Mutation keys, for components that show changes in progress. */
export const changeKeys = {
  /** The closed panel marks all as read. */
  readAll: ['notifications', 'read-all'],
  one: (id: string) => ['notifications', 'one', id],
} as const;

const polled = {
  staleTime: NOTIFICATION_POLL_INTERVAL_MS / 2,
  refetchOnReconnect: true,
  throwOnError: false,
  meta: { isFrame: true },
} as const;

export const notificationSummaryQuery = (call: Call) =>
  queryOptions({
    queryKey: [...notificationsKey, 'summary'],
    queryFn: ({ signal }) => call(getNotificationSummary, {}, { signal }),
    ...polled,
  });

/** The newest notifications, unread and read. */
export const notificationsQuery = (call: Call) =>
  queryOptions({
    queryKey: [...notificationsKey, 'list'],
    queryFn: async ({ signal }) => (await call(listNotifications, {}, { signal })).map(withBothDates),
    ...polled,
  });

/** A host's notification service can send either name of the date. Source: spec §3. */
function withBothDates(notification: Notification): Notification {
  const { createDate, createdAt }: Partial<Notification> = notification;
  const at = createDate ?? createdAt ?? '';
  return { ...notification, createDate: at, createdAt: createdAt ?? at };
}

/** Refetches summary and list; a hidden tab does so when it becomes visible. Never rejects. */
export function refreshNotifications(cache: QueryClient): Promise<void> {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  return cache.invalidateQueries({ queryKey: notificationsKey, refetchType });
}

/**
 * Milliseconds until the next poll: 60,000; after failures doubling up to ten minutes, with jitter so that browsers
 * don't all return at the same moment. The jitter stays the same until the next response. Source: spec §9, TRUST R.
 */
export function pollDelayMs({
  status,
  dataUpdatedAt,
  errorUpdatedAt,
  errorUpdateCount,
}: Pick<QueryState, 'status' | 'dataUpdatedAt' | 'errorUpdatedAt' | 'errorUpdateCount'>): number {
  if (status !== 'error') return NOTIFICATION_POLL_INTERVAL_MS;
  // Time since the last success; without any, estimated from the number of failures.
  const failing =
    dataUpdatedAt > 0 ? errorUpdatedAt - dataUpdatedAt : NOTIFICATION_POLL_INTERVAL_MS * 2 ** (errorUpdateCount - 1);
  const delay = Math.min(Math.max(NOTIFICATION_POLL_INTERVAL_MS, failing), MAX_POLL_INTERVAL_MS);
  return delay + delay * ((errorUpdatedAt % 1000) / 2000);
}
