import { listNotificationHistory } from '@portico/contracts/notifications';
import { notificationsKey } from '@portico/sidebar/notifications.queries';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { HistoryFilters } from './historyFilters.ts';

/**
 * One page of the reader's notifications. Its key starts with `notificationsKey`, so it refreshes with all notification
 * queries.
 */
export const historyQuery = ({ state, page }: HistoryFilters) =>
  queryOptions({
    queryKey: [...notificationsKey, 'history', state, page],
    queryFn: ({ signal }) =>
      call(
        listNotificationHistory,
        {
          query: { page: String(page), ...(state === 'all' ? {} : { state: state === 'unread' ? 'Unread' : 'Read' }) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
