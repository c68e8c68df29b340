import type { CallInput } from '@portico/contracts/endpoint';
import type { InsightPeriod } from '@portico/contracts/studio/insights';
import { getReadership, listReadership } from '@portico/contracts/studio/readership';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

export type ReadershipQuery = CallInput<typeof listReadership>['query'];

export const readershipListQuery = (input: ReadershipQuery) =>
  queryOptions({ ...query(listReadership, { query: input }), placeholderData: keepPreviousData });

export const readershipQuery = (itemId: string, days: InsightPeriod) =>
  queryOptions({
    ...query(getReadership, { params: { itemId }, query: { days } }),
    placeholderData: keepPreviousData,
  });
