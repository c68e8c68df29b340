import { MAX_CATEGORY_LENGTH } from '@portico/kinds/itemParts';
import { anyTime, periodInput, periodSearch, readPeriod, type Period } from '../../../routing/period.ts';
import { readListText, readNames, readPage } from '../../../routing/listAddress.ts';
import type { SearchParams } from '../../../routing/searchParams.ts';
import { valuesOf } from '../../../routing/searchParams.ts';
import type { CallInput } from '@portico/contracts/endpoint';
import type { listUpcomingEvents } from '@portico/contracts/events';

export const eventTabs = ['all', 'upcoming', 'past'] as const;
export type EventTab = (typeof eventTabs)[number];

/** Filters of an event list, without paging. */
export type EventsInput = Omit<CallInput<typeof listUpcomingEvents>['query'], 'page' | 'offset' | 'pageSize'>;

/** The filters in the list's address. */
export interface EventFilters extends Pick<Period, 'from' | 'to'> {
  page: number;
  tab: EventTab;
  categories: string[];
  /** Trimmed text of the list's search field; empty for no text filter. */
  text: string;
}

export const noEventFilters = {
  from: undefined,
  to: undefined,
  categories: [],
  text: '',
} satisfies Partial<EventFilters>;

/** Reads filters from the address, with defaults for missing or invalid values. */
export function readEventFilters(search: Record<string, unknown>): EventFilters {
  const first = (name: string) => valuesOf(search, name)[0] ?? '';
  const { from, to } = readPeriod({ from: first('from'), to: first('to') });
  return {
    page: readPage(search),
    tab: eventTabs.find((tab) => tab === first('tab')) ?? 'all',
    categories: readNames(search, 'category', MAX_CATEGORY_LENGTH),
    from,
    to,
    text: readListText(first('text')),
  };
}

/** Search parameters for these filters, without default values. */
export function eventSearch({ page, tab, categories, from, to, text }: EventFilters): SearchParams {
  return {
    ...(page > 1 ? { page: String(page) } : {}),
    ...(tab === 'all' ? {} : { tab }),
    ...(text === '' ? {} : { text }),
    ...periodSearch({ ...anyTime, from, to }),
    ...(categories.length > 0 ? { category: categories } : {}),
  };
}

/** Query parameters for the API calls, with the reader's days converted to instants. */
export function eventsInput({ categories, from, to, text }: EventFilters): EventsInput {
  return {
    ...periodInput({ ...anyTime, from, to }, new Date()),
    ...(categories.length > 0 ? { category: categories } : {}),
    ...(text === '' ? {} : { text }),
  };
}

export function hasEventFilters({ categories, from, to, text }: EventFilters): boolean {
  return categories.length > 0 || from !== undefined || to !== undefined || text !== '';
}
