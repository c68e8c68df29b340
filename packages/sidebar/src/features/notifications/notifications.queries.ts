import { queryOptions, type QueryClient, type QueryState } from '@tanstack/react-query';
import type { Call } from '@portico/client/createClient';
import {
  getNotificationSummary,
  listNotifications,
  NOTIFICATION_POLL_INTERVAL_MS,
} from '@portico/contracts/notifications';

const MAX_POLL_INTERVAL_MS = 10 * 60_000;

/** Everything about notifications in the cache, the pages of the history too, begins so. */
export const notificationsKey = ['notifications'] as const;

/** Keys of what is being done at the moment, for whoever shows it. */
export const changeKeys = {
  /** The closed panel marks all read. */
  readAll: ['notifications', 'read-all'],
  one: (id: string) => ['notifications', 'one', id],
} as const;

const polled = { staleTime: NOTIFICATION_POLL_INTERVAL_MS / 2, refetchOnReconnect: true, throwOnError: false } as const;

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
    queryFn: ({ signal }) => call(listNotifications, {}, { signal }),
    ...polled,
  });

/** Asks for summary and list again; a page in a hidden tab does when it is looked at. Never rejects. */
export function refreshNotifications(cache: QueryClient): Promise<void> {
  const refetchType = document.visibilityState === 'hidden' ? 'none' : 'active';
  return cache.invalidateQueries({ queryKey: notificationsKey, refetchType });
}

/**
 * Milliseconds until the next look: 60,000, and after failures twice as long each time up to ten minutes, scattered so that
 * many browsers do not come back together. The scatter stays the same until the next answer. Source: spec §9, TRUST R.
 */
export function pollDelayMs({
  status,
  dataUpdatedAt,
  errorUpdatedAt,
  errorUpdateCount,
}: Pick<QueryState, 'status' | 'dataUpdatedAt' | 'errorUpdatedAt' | 'errorUpdateCount'>): number {
  if (status !== 'error') return NOTIFICATION_POLL_INTERVAL_MS;
  // As long as it has failed by now; without any success before, by the number of failures.
  const failing =
    dataUpdatedAt > 0 ? errorUpdatedAt - dataUpdatedAt : NOTIFICATION_POLL_INTERVAL_MS * 2 ** (errorUpdateCount - 1);
  const delay = Math.min(Math.max(NOTIFICATION_POLL_INTERVAL_MS, failing), MAX_POLL_INTERVAL_MS);
  return delay + delay * ((errorUpdatedAt % 1000) / 2000);
}
