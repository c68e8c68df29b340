import { RESOURCES_PAGE_SIZE } from '@portico/contracts/resources';
import { MAX_CATEGORY_LENGTH, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import type { Period } from '../../routing/period.ts';
import { anyTime, periodInput, periodSearch, readPeriod } from '../../routing/period.ts';
import { readListText, readNames, readPage, readView, type ListView } from '../../routing/listAddress.ts';
import type { SearchParams } from '../../routing/searchParams.ts';
import { valuesOf } from '../../routing/searchParams.ts';
import type { ResourcesInput } from './resources.queries.ts';

/** Sort orders by their name in the address; the first one is the default. */
export const resourceOrders = {
  newest: { sortBy: 'Date', sort: 'Descending' },
  oldest: { sortBy: 'Date', sort: 'Ascending' },
  'a-z': { sortBy: 'Title', sort: 'Ascending' },
  'z-a': { sortBy: 'Title', sort: 'Descending' },
} as const;
export type ResourceOrder = keyof typeof resourceOrders;

/** The filters in the list's address. */
export interface ResourceFilters extends Period {
  page: number;
  order: ResourceOrder;
  /** One category; undefined for all. Source: READINGS, pages. */
  category: string | undefined;
  departments: string[];
  /** Search text; empty for none. */
  text: string;
  /** As chosen in this address; a list without a choice is shown as last chosen. */
  view: ListView | undefined;
}

export const noResourceFilters = {
  ...anyTime,
  departments: [],
  category: undefined,
  text: '',
} satisfies Partial<ResourceFilters>;

/** Reads filters from the address, with defaults for missing or invalid values. */
export function readResourceFilters(search: Record<string, unknown>): ResourceFilters {
  const [order = ''] = valuesOf(search, 'sort');
  return {
    ...readPeriod(search),
    page: readPage(search),
    order: Object.hasOwn(resourceOrders, order) ? (order as ResourceOrder) : 'newest',
    category: readNames(search, 'category', MAX_CATEGORY_LENGTH)[0],
    departments: readNames(search, 'department', MAX_DEPARTMENT),
    text: readListText(valuesOf(search, 'text')[0]),
    view: readView(search),
  };
}

/** Search parameters for these filters, without default values. */
export function resourceSearch({
  page,
  order,
  category,
  departments,
  text,
  view,
  ...period
}: ResourceFilters): SearchParams {
  return {
    ...(page > 1 ? { page: String(page) } : {}),
    ...(order !== 'newest' ? { sort: order } : {}),
    ...(text === '' ? {} : { text }),
    ...(view ? { view } : {}),
    ...periodSearch(period),
    ...(category !== undefined ? { category } : {}),
    ...(departments.length > 0 ? { department: departments } : {}),
  };
}

/** API query for these filters. */
export function resourcesInput(filters: ResourceFilters, now: Date): ResourcesInput {
  const { sortBy, sort } = resourceOrders[filters.order];
  return {
    page: String(filters.page),
    pageSize: String(RESOURCES_PAGE_SIZE),
    sortBy,
    sort,
    ...periodInput(filters, now),
    ...(filters.category !== undefined ? { category: [filters.category] } : {}),
    ...(filters.departments.length > 0 ? { department: filters.departments } : {}),
    ...(filters.text === '' ? {} : { text: filters.text }),
  };
}
