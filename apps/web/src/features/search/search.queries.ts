import type { CallInput } from '@portico/contracts/endpoint';
import {
  createAbbreviation,
  deleteAbbreviation,
  listAbbreviations,
  searchPortal,
  SEARCH_PAGE_SIZE,
  type SearchGroupName,
  updateAbbreviation,
} from '@portico/contracts/search';
import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { nextOffset } from './searchFilters.ts';

export type SearchInput = CallInput<typeof searchPortal>['query'];
export type AbbreviationInput = CallInput<typeof createAbbreviation>['body'];

/** Results that each "show more results" adds. */
const MORE_RESULTS = 10;

const termOf = (key: QueryKey | undefined) => (key?.[2] as SearchInput | undefined)?.term;

/**
 * The first results of all groups. While other filters load, those before stay; a new term starts afresh. Failures show at
 * once, with a retry: somebody waits, and a search that took too long takes as long again.
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

/** Results of one group after the first ones, a page at a time. */
export const moreResultsQuery = (query: SearchInput, group: SearchGroupName) =>
  infiniteQueryOptions({
    queryKey: ['search', 'more', query, group],
    queryFn: async ({ pageParam, signal }) => {
      const answer = await call(
        searchPortal,
        { query: { ...query, group, offset: String(pageParam), pageSize: String(MORE_RESULTS) } },
        { signal },
      );
      return { offset: pageParam, ...answer[group] };
    },
    initialPageParam: SEARCH_PAGE_SIZE,
    getNextPageParam: ({ offset, results, totalResultCount }) =>
      results.length === 0 ? undefined : nextOffset(offset + results.length, totalResultCount),
    retry: false,
    throwOnError: false,
  });

/** Abbreviations that editors keep. For others it is refused: the page says so by itself. */
export const abbreviationsQuery = () =>
  queryOptions({
    queryKey: ['search', 'abbreviations'],
    queryFn: ({ signal }) => call(listAbbreviations, {}, { signal }),
    throwOnError: false,
    // A refusal stays one: asking again at every turn would only fill the log of refusals.
    retryOnMount: false,
    refetchOnWindowFocus: (query) => query.state.status !== 'error',
    refetchOnReconnect: (query) => query.state.status !== 'error',
  });

export const addAbbreviation = (body: AbbreviationInput) => call(createAbbreviation, { body });

/** Throws ApiError `conflict` when somebody changed it after `version`. */
export const changeAbbreviation = ({ id, ...body }: AbbreviationInput & { id: string; version: number }) =>
  call(updateAbbreviation, { params: { abbreviationId: id }, body });

export const removeAbbreviation = (abbreviationId: string) => call(deleteAbbreviation, { params: { abbreviationId } });
