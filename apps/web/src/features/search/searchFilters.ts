import type { CallInput } from '@portico/contracts/endpoint';
import { MAX_SEARCH_OFFSET, MAX_TERM_LENGTH, type searchPortal, type SearchScope } from '@portico/contracts/search';
import { MAX_CATEGORY_LENGTH, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { cleanText } from '@portico/kinds/typedText';
import {
  choiceFilter,
  firstOf,
  listFilters,
  namesFilter,
  periodFilter,
  type Filter,
} from '../../routing/listFilters.ts';
import type { SearchParams } from '../../routing/searchParams.ts';
import { searchableTerm } from '../../search/searchAddress.ts';

export type SearchInput = CallInput<typeof searchPortal>['query'];

const orders = { Relevance: {}, Date: { sort: 'Date' } } as const;
// One call finds all scopes, because each tab shows its total.
const scopes = { All: {}, News: {}, Events: {}, Resources: {}, Documents: {} } satisfies Record<SearchScope, object>;

/** The term and filters in the search page's address. */
export const searchFilters = listFilters({
  /** Trimmed; may be too short to search. */
  term: {
    read: (search) => cleanText(cleanText(firstOf(search, 'term')).slice(0, MAX_TERM_LENGTH)),
    address: (term) => (term === '' ? {} : { term }),
    asked: () => ({}),
  } satisfies Filter<string>,
  scope: choiceFilter('scope', scopes),
  period: periodFilter,
  categories: namesFilter('category', MAX_CATEGORY_LENGTH),
  departments: namesFilter('department', MAX_DEPARTMENT),
  order: choiceFilter('sort', orders),
  /** Searches the term as typed, without correction. */
  isExact: {
    read: (search) => firstOf(search, 'exact') === 'true',
    address: (isExact): SearchParams => (isExact ? { exact: 'true' } : {}),
    asked: (isExact): { exact?: 'true' } => (isExact ? { exact: 'true' } : {}),
  } satisfies Filter<boolean>,
});
export type SearchFilters = ReturnType<typeof searchFilters.read>;

/** API query for these filters. Undefined while the term is too short. */
export function searchInput(filters: SearchFilters, now: Date): SearchInput | undefined {
  const term = searchableTerm(filters.term);
  return term === undefined ? undefined : { term, ...searchFilters.asked(filters, now) };
}

/** Whether any filter other than the scope is active. */
export const isNarrowed = (filters: SearchFilters): boolean => searchFilters.active(filters).length > 0;

/** Offset of the next result to load; undefined at the end of the results or beyond the offset limit. */
export function nextOffset(shown: number, total: number): number | undefined {
  return shown < total && shown <= MAX_SEARCH_OFFSET ? shown : undefined;
}
