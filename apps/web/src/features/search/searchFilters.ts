import { MAX_SEARCH_OFFSET, MAX_TERM_LENGTH, searchScopes, type SearchScope } from '@portico/contracts/search';
import type { Period } from '../../dates/period.ts';
import { anyTime, periodInput, periodSearch, readPeriod } from '../../dates/period.ts';
import { readNames } from '../../routing/listAddress.ts';
import { searchableTerm } from '../../search/searchAddress.ts';
import type { SearchParams } from '../../routing/searchParams.ts';
import { valuesOf } from '../../routing/searchParams.ts';
import type { SearchInput } from './search.queries.ts';

/** What the address of the search page says. */
export interface SearchFilters extends Period {
  /** Without space around it, perhaps too short to be searched. */
  term: string;
  scope: SearchScope;
  categories: string[];
  departments: string[];
  /** The words as typed, nothing corrected. */
  isExact: boolean;
}

export const noSearchFilters = { ...anyTime, categories: [], departments: [] } satisfies Partial<SearchFilters>;

/** Whatever is missing or makes no sense counts as not said. */
export function readSearchFilters(search: Record<string, unknown>): SearchFilters {
  const first = (name: string) => valuesOf(search, name)[0] ?? '';
  return {
    ...readPeriod(search),
    term: first('term').trim().slice(0, MAX_TERM_LENGTH).trim(),
    scope: searchScopes.find((scope) => scope.toLowerCase() === first('scope').toLowerCase()) ?? 'All',
    categories: readNames(search, 'category', 80),
    departments: readNames(search, 'department', 200),
    isExact: first('exact') === 'true',
  };
}

/** The address for these filters; what is as usual is left out. */
export function searchOfFilters({
  term,
  scope,
  categories,
  departments,
  isExact,
  ...period
}: SearchFilters): SearchParams {
  return {
    ...(term !== '' ? { term } : {}),
    ...(scope !== 'All' ? { scope: scope.toLowerCase() } : {}),
    ...periodSearch(period),
    ...(categories.length > 0 ? { category: categories } : {}),
    ...(departments.length > 0 ? { department: departments } : {}),
    ...(isExact ? { exact: 'true' } : {}),
  };
}

/** The call for these filters, over all scopes so that each has its total; undefined while the term is too short. */
export function searchInput(filters: SearchFilters, now: Date): SearchInput | undefined {
  const term = searchableTerm(filters.term);
  return term === undefined
    ? undefined
    : {
        term,
        ...periodInput(filters, now),
        ...(filters.categories.length > 0 ? { category: filters.categories } : {}),
        ...(filters.departments.length > 0 ? { department: filters.departments } : {}),
        ...(filters.isExact ? { exact: 'true' as const } : {}),
      };
}

/** True when filters narrow the search, beyond its scope. */
export const isNarrowed = (filters: SearchFilters) =>
  filters.days !== undefined ||
  filters.from !== undefined ||
  filters.to !== undefined ||
  filters.categories.length + filters.departments.length > 0;

/** Place of the first result that is not there yet; undefined when there is none, or when it is one that nobody is given. */
export function nextOffset(shown: number, total: number): number | undefined {
  return shown < total && shown <= MAX_SEARCH_OFFSET ? shown : undefined;
}
