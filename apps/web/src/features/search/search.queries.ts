import type { CallInput } from '@portico/contracts/endpoint';
import { isSafeHref } from '@portico/kinds/safeHref';
import {
  type createAbbreviation,
  listAbbreviations,
  type SearchDestination,
  searchDestinations,
  searchPortal,
  type SearchGroupName,
} from '@portico/contracts/search';
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, query } from '../../api/query.ts';
import { nextOffset, type SearchInput } from './searchFilters.ts';

export type NewAbbreviation = CallInput<typeof createAbbreviation>['body'];

/** Number of results added by "show more results". */
const MORE_RESULTS = 10;

const termOf = (key: QueryKey | undefined) => (key?.[2] as { query: SearchInput } | undefined)?.query.term;

/**
 * The first results of all groups. The previous results stay visible while new filters load, but not for a new term.
 * Errors show immediately with a Retry button: an automatic retry of a slow search would double the wait.
 */
export const searchQuery = (input: SearchInput) =>
  queryOptions({
    ...query(searchPortal, { query: input }),
    placeholderData: (before, queryBefore) =>
      termOf(queryBefore?.queryKey) === input.term ? keepPreviousData(before) : undefined,
    retry: false,
    retryOnMount: false,
    throwOnError: false,
  });

const withSafeHrefs = (destinations: SearchDestination[]) =>
  destinations.filter(({ href }) => href === null || isSafeHref(href));

/** People, applications, forms and menu pages whose names match the term. */
export const destinationsQuery = (term: string) =>
  queryOptions({
    ...query(searchDestinations, { query: { term } }),
    select: withSafeHrefs,
    retry: false,
    throwOnError: false,
  });

/** More results of one group after the first `shown` ones, one page at a time. */
export const moreResultsQuery = (input: SearchInput, group: SearchGroupName, shown: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(searchPortal), 'more', input, group, shown],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        searchPortal,
        { query: { ...input, group, offset: String(pageParam), pageSize: String(MORE_RESULTS) } },
        { signal },
      );
      return { offset: pageParam, ...answer[group] };
    },
    initialPageParam: shown,
    getNextPageParam: ({ offset, results, totalResultCount }) =>
      results.length === 0 ? undefined : nextOffset(offset + results.length, totalResultCount),
    retry: false,
    throwOnError: false,
  });

/** The editors' list of abbreviations. Forbidden for other readers; the page explains that in place. */
export const abbreviationsQuery = () =>
  queryOptions({
    ...query(listAbbreviations, {}, { area: 'search' }),
    throwOnError: false,
    // Permissions don't change between attempts, and every retry would add a line to the access log.
    retryOnMount: false,
    refetchOnWindowFocus: (query) => query.state.status !== 'error',
    refetchOnReconnect: (query) => query.state.status !== 'error',
  });
