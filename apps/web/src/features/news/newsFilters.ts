import { NEWS_PAGE_SIZE } from '@portico/contracts/news';
import type { SortDirection } from '@portico/contracts/paging';
import { MAX_CATEGORY_LENGTH } from '@portico/kinds/itemParts';
import type { Period } from '../../routing/period.ts';
import { anyTime, periodInput, periodSearch, readPeriod } from '../../routing/period.ts';
import { readListText, readNames, readPage } from '../../routing/listAddress.ts';
import type { SearchParams } from '../../routing/searchParams.ts';
import { valuesOf } from '../../routing/searchParams.ts';
import type { NewsListInput } from './news.queries.ts';

/** The filters in the list's address. */
export interface NewsFilters extends Period {
  page: number;
  sort: SortDirection;
  categories: string[];
  /** Search text; empty for none. */
  text: string;
}

export const noNewsFilters = { ...anyTime, categories: [], text: '' } satisfies Partial<NewsFilters>;

/** Reads filters from the address, with defaults for missing or invalid values. */
export function readNewsFilters(search: Record<string, unknown>): NewsFilters {
  return {
    ...readPeriod(search),
    page: readPage(search),
    sort: valuesOf(search, 'sort')[0] === 'oldest' ? 'Ascending' : 'Descending',
    categories: readNames(search, 'category', MAX_CATEGORY_LENGTH),
    text: readListText(valuesOf(search, 'text')[0]),
  };
}

/** Search parameters for these filters, without default values. */
export function newsSearch({ page, sort, categories, text, ...period }: NewsFilters): SearchParams {
  return {
    ...(page > 1 ? { page: String(page) } : {}),
    ...(sort === 'Ascending' ? { sort: 'oldest' } : {}),
    ...(text === '' ? {} : { text }),
    ...periodSearch(period),
    ...(categories.length > 0 ? { category: categories } : {}),
  };
}

/** API query for these filters. */
export function newsListInput(filters: NewsFilters, now: Date): NewsListInput {
  return {
    page: String(filters.page),
    pageSize: String(NEWS_PAGE_SIZE),
    sort: filters.sort,
    ...periodInput(filters, now),
    ...(filters.categories.length > 0 ? { category: filters.categories } : {}),
    ...(filters.text === '' ? {} : { text: filters.text }),
  };
}
