import { suggestSearch } from '@portico/contracts/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** Letters from which the server is asked what it would suggest. */
export const MIN_SUGGESTED_LENGTH = 2;

/** What the search box offers for a term. The offers before stay until the new ones are there; a failure offers nothing. */
export const suggestionsQuery = (term: string) =>
  queryOptions({
    queryKey: ['search', 'suggestions', term],
    queryFn: ({ signal }) => call(suggestSearch, { query: { term } }, { signal }),
    enabled: [...term].length >= MIN_SUGGESTED_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: false,
  });
