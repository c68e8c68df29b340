import { NEWS_PAGE_SIZE } from '@portico/contracts/news';
import type { SortDirection, TimeWindow } from '@portico/contracts/paging';
import { MAX_PAGE, TIME_WINDOWS } from '@portico/contracts/paging';
import { dayOf, startOfDay } from '../../dates/days.ts';
import type { SearchParams } from '../../shell/searchParams.ts';
import { valuesOf } from '../../shell/searchParams.ts';
import type { NewsListInput } from './news.queries.ts';

/** What the address of the list says. Days are `yyyy-MM-dd` in the reader's zone, both ends included. */
export interface NewsFilters {
  page: number;
  sort: SortDirection;
  /** The last so many days; then `from` and `to` are not used. */
  days: TimeWindow | undefined;
  from: string | undefined;
  to: string | undefined;
  categories: string[];
}

const MAX_CATEGORIES = 20;

/** Whatever is missing or makes no sense counts as not said. */
export function readNewsFilters(search: Record<string, unknown>): NewsFilters {
  const first = (name: string) => valuesOf(search, name)[0] ?? '';
  const page = /^[1-9]\d{0,3}$/.test(first('page')) ? Number(first('page')) : 1;
  const days = TIME_WINDOWS.find((window) => String(window) === first('days'));
  const from = days === undefined ? readDay(first('from')) : undefined;
  const to = days === undefined ? readDay(first('to')) : undefined;
  const isBackwards = from !== undefined && to !== undefined && from > to;
  return {
    page: page <= MAX_PAGE ? page : 1,
    sort: first('sort') === 'oldest' ? 'Ascending' : 'Descending',
    days,
    from: isBackwards ? undefined : from,
    to: isBackwards ? undefined : to,
    categories: [...new Set(valuesOf(search, 'category').filter((name) => name !== '' && name.length <= 80))].slice(0, MAX_CATEGORIES),
  };
}

/** The address for these filters; what is as usual is left out. */
export function newsSearch({ page, sort, days, from, to, categories }: NewsFilters): SearchParams {
  return {
    ...(page > 1 ? { page: String(page) } : {}),
    ...(sort === 'Ascending' ? { sort: 'oldest' } : {}),
    ...(days !== undefined ? { days: String(days) } : {}),
    ...(from !== undefined ? { from } : {}),
    ...(to !== undefined ? { to } : {}),
    ...(categories.length > 0 ? { category: categories } : {}),
  };
}

/** The days that the list is narrowed to, as the date fields show them. */
export function shownDays({ days, from, to }: NewsFilters, now: Date): { from: string | undefined; to: string | undefined } {
  return days === undefined ? { from, to } : { from: dayOf(now, -days), to: dayOf(now) };
}

/** The call for these filters: instants instead of days, the last day included whole. */
export function newsListInput(filters: NewsFilters, now: Date): NewsListInput {
  const { from, to } = shownDays(filters, now);
  return {
    page: String(filters.page),
    pageSize: String(NEWS_PAGE_SIZE),
    sort: filters.sort,
    ...(from !== undefined ? { from: startOfDay(from) } : {}),
    ...(to !== undefined ? { to: startOfDay(to, 1) } : {}),
    ...(filters.categories.length > 0 ? { category: filters.categories } : {}),
  };
}

/** The day if it is one of the calendar, else undefined. */
function readDay(text: string): string | undefined {
  const [, year, month, day] = /^((?:19|20|21)\d{2})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().startsWith(text) ? text : undefined;
}
