import { MAX_CATEGORY_LENGTH } from '@portico/kinds/itemParts';
import {
  choiceFilter,
  listFilters,
  namesFilter,
  pageFilter,
  periodFilter,
  textFilter,
} from '../../routing/listFilters.ts';
import { readPeriod } from '../../routing/period.ts';

/** The event list in its address. */
export const eventFilters = listFilters({
  // Two lists make up a page, so what to ask each of them is decided there.
  page: { ...pageFilter(), asked: () => ({}) },
  tab: choiceFilter('tab', { all: {}, upcoming: {}, past: {} }),
  text: textFilter,
  // Without the last days, which are never upcoming.
  period: { ...periodFilter, read: ({ from, to }: Record<string, unknown>) => readPeriod({ from, to }) },
  categories: namesFilter('category', MAX_CATEGORY_LENGTH),
});
export type EventFilters = ReturnType<typeof eventFilters.read>;
export type EventTab = EventFilters['tab'];
/** What both lists are asked for, without paging. */
export type EventsInput = ReturnType<typeof eventFilters.asked>;
