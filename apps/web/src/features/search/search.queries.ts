import type { CallInput } from '@portico/contracts/endpoint';
import { isSafeHref } from '@portico/kinds/safeHref';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPlaces,
  searchPortal,
  type SearchGroupName,
  updateAbbreviation,
} from '@portico/contracts/search';
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { nextOffset, type SearchInput } from './searchFilters.ts';

export type NewAbbreviation = CallInput<typeof createAbbreviation>['body'];

/** Number of results added by "show more results". */
const MORE_RESULTS = 10;

const termOf = (key: QueryKey | undefined) => (key?.[2] as SearchInput | undefined)?.term;

/**
 * The first results of all groups. The previous results stay visible while new filters load, but not for a new term.
 * Errors show immediately with a Retry button: an automatic retry of a slow search would double the wait.
 */
export const searchQuery = (query: SearchInput) =>
  queryOptions({
    queryKey: ['search', 'results', query],
    queryFn: ({ signal }) => call(searchPortal, { query }, { signal }),
    placeholderData: (before, queryBefore) =>
      termOf(queryBefore?.queryKey) === query.term ? keepPreviousData(before) : undefined,
    retry: false,
    retryOnMount: false,
    throwOnError: false,
  });

/** People, applications, forms and menu pages whose names match the term. */
export const placesQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', 'places', term],
    queryFn: async ({ signal }) => {
      const places = await call(searchPlaces, { query: { term } }, { signal });
      return places.filter(({ href }) => href === null || isSafeHref(href));
    },
    retry: false,
    throwOnError: false,
  });

/** More results of one group after the first `shown` ones, one page at a time. */
export const moreResultsQuery = (query: SearchInput, group: SearchGroupName, shown: number) =>
  infiniteQueryOptions({
    queryKey: ['search', 'more', query, group, shown],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        searchPortal,
        { query: { ...query, group, offset: String(pageParam), pageSize: String(MORE_RESULTS) } },
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
    queryKey: ['search', 'abbreviations'],
    queryFn: ({ signal }) => call(listAbbreviations, {}, { signal }),
    throwOnError: false,
    // Permissions don't change between attempts, and every retry would add a line to the access log.
    retryOnMount: false,
    refetchOnWindowFocus: (query) => query.state.status !== 'error',
    refetchOnReconnect: (query) => query.state.status !== 'error',
  });

export const addAbbreviation = (body: NewAbbreviation) => call(createAbbreviation, { body });

/** Throws ApiError `conflict` if the entry changed after `version`. */
export const changeAbbreviation = ({ id, ...body }: NewAbbreviation & { id: string; version: number }) =>
  call(updateAbbreviation, { params: { abbreviationId: id }, body });

export const removeAbbreviation = (abbreviationId: string) => call(deleteAbbreviation, { params: { abbreviationId } });
