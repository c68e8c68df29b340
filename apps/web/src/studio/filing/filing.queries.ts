import { listFilingNames, listFilingUses, type FilingScope } from '@portico/contracts/studio/filing';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../api/query.ts';

/** How often the list is read again while items get their other name. */
const APPLYING_INTERVAL_MS = 2000;

export const filingNamesQuery = (scope: FilingScope) =>
  queryOptions({
    ...query(listFilingNames, { params: { scope } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.isApplying ? APPLYING_INTERVAL_MS : false),
  });

export const filingUsesQuery = (scope: FilingScope, name: string) =>
  queryOptions({
    ...query(listFilingUses, { params: { scope }, query: { name } }),
    staleTime: 0,
    throwOnError: false,
  });
