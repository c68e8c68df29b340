import { getActing, listActs, listDelegations } from '@portico/contracts/acting';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** A right can end without an announcement, on its last day. */
const CHECK_MS = 15_000;

/** For whom the user acts. The banner handles its errors. */
export const actingQuery = () =>
  queryOptions({ ...query(getActing, {}), throwOnError: false, staleTime: 0, refetchInterval: CHECK_MS });

export const delegationsQuery = () => query(listDelegations, {});

export const actsQuery = (page: number) =>
  queryOptions({
    ...query(listActs, { query: page > 1 ? { page: String(page) } : {} }),
    placeholderData: keepPreviousData,
  });
