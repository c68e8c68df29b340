import {
  MAX_SEARCH_OFFSET,
  MAX_TERM_LENGTH,
  searchOrders,
  searchScopes,
  type SearchOrder,
  type SearchScope,
} from '@portico/contracts/search';
import { cleanText } from '@portico/kinds/typedText';
import type { Period } from '../../routing/period.ts';
import { anyTime, periodInput, periodSearch, readPeriod } from '../../routing/period.ts';
import { readNames } from '../../routing/listAddress.ts';
import { searchableTerm } from '../../search/searchAddress.ts';
import type { SearchParams } from '../../routing/searchParams.ts';
import { valuesOf } from '../../routing/searchParams.ts';
import type { CallInput } from '@portico/contracts/endpoint';
import type { searchPortal } from '@portico/contracts/search';

export type SearchInput = CallInput<typeof searchPortal>['query'];

/** The term and filters in the search page's address. */
export interface SearchFilters extends Period {
  /** Trimmed; may be too short to search. */
  term: string;
  scope: SearchScope;
  categories: string[];
  departments: string[];
  sort: SearchOrder;
  /** Searches the term as typed, without correction. */
  isExact: boolean;
}

export const noSearchFilters = { ...anyTime, categories: [], departments: [] } satisfies Partial<SearchFilters>;

/** Reads filters from the address, with defaults for missing or invalid values. */
export function readSearchFilters(search: Record<string, unknown>): SearchFilters {
  const first = (name: string) => valuesOf(search, name)[0] ?? '';
  return {
    ...readPeriod(search),
    term: cleanText(cleanText(first('term')).slice(0, MAX_TERM_LENGTH)),
    scope: searchScopes.find((scope) => scope.toLowerCase() === first('scope').toLowerCase()) ?? 'All',
    categories: readNames(search, 'category', 80),
    departments: readNames(search, 'department', 200),
    sort: searchOrders.find((sort) => sort.toLowerCase() === first('sort').toLowerCase()) ?? 'Relevance',
    isExact: first('exact') === 'true',
  };
}

/** Search parameters for these filters, without default values. */
export function searchOfFilters({
  term,
  scope,
  categories,
  departments,
  sort,
  isExact,
  ...period
}: SearchFilters): SearchParams {
  return {
    ...(term !== '' ? { term } : {}),
    ...(scope !== 'All' ? { scope: scope.toLowerCase() } : {}),
    ...periodSearch(period),
    ...(categories.length > 0 ? { category: categories } : {}),
    ...(departments.length > 0 ? { department: departments } : {}),
    ...(sort !== 'Relevance' ? { sort: sort.toLowerCase() } : {}),
    ...(isExact ? { exact: 'true' } : {}),
  };
}

/**
 * API query for these filters. Covers all scopes because each tab shows its total. Undefined while the term is too
 * short.
 */
export function searchInput(filters: SearchFilters, now: Date): SearchInput | undefined {
  const term = searchableTerm(filters.term);
  return term === undefined
    ? undefined
    : {
        term,
        ...periodInput(filters, now),
        ...(filters.categories.length > 0 ? { category: filters.categories } : {}),
        ...(filters.departments.length > 0 ? { department: filters.departments } : {}),
        ...(filters.sort !== 'Relevance' ? { sort: filters.sort } : {}),
        ...(filters.isExact ? { exact: 'true' as const } : {}),
      };
}

/** True when any filter other than the scope is active. */
export const isNarrowed = (filters: SearchFilters) =>
  filters.days !== undefined ||
  filters.from !== undefined ||
  filters.to !== undefined ||
  filters.categories.length + filters.departments.length > 0;

/** Offset of the next result to load; undefined at the end of the results or beyond the offset limit. */
export function nextOffset(shown: number, total: number): number | undefined {
  return shown < total && shown <= MAX_SEARCH_OFFSET ? shown : undefined;
}
