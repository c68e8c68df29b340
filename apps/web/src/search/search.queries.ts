import { suggestSearch } from '@portico/contracts/search';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { query } from '../api/query.ts';

/** Minimum number of letters for suggestions. */
export const MIN_SUGGESTED_LENGTH = 2;

/** Suggestions for a term. The previous ones stay until the new ones load; a failure suggests nothing. */
export const suggestionsQuery = (term: string) =>
  queryOptions({
    ...query(suggestSearch, { query: { term } }),
    enabled: [...term].length >= MIN_SUGGESTED_LENGTH,
    placeholderData: keepPreviousData,
    retry: false,
    throwOnError: false,
  });
