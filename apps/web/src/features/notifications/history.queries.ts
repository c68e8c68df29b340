import type { CallInput } from '@portico/contracts/endpoint';
import { listNotificationHistory } from '@portico/contracts/notifications';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/**
 * One page of the reader's notifications. Its key starts with `notificationsKey`, so it refreshes with all notification
 * queries.
 */
export const historyQuery = (input: CallInput<typeof listNotificationHistory>['query']) =>
  queryOptions({ ...query(listNotificationHistory, { query: input }), placeholderData: keepPreviousData });
