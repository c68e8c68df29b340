import { listNotificationHistory } from '@portico/contracts/notifications';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import type { HistoryFilters } from './historyFilters.ts';

/**
 * One page of the reader's notifications. Its key starts with `notificationsKey`, so it refreshes with all notification
 * queries.
 */
export const historyQuery = ({ state, page }: HistoryFilters) =>
  queryOptions({
    ...query(listNotificationHistory, {
      query: { page: String(page), ...(state === 'all' ? {} : { state: state === 'unread' ? 'Unread' : 'Read' }) },
    }),
    placeholderData: keepPreviousData,
  });
