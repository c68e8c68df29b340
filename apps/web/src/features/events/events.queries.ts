import { listEventCategories } from '@portico/contracts/categories';
import type { EventSummary } from '@portico/contracts/events';
import {
  EVENTS_PAGE_SIZE,
  getEvent,
  listCalendarEvents,
  listPastEvents,
  listUpcomingEvents,
} from '@portico/contracts/events';
import type { Page } from '@portico/contracts/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { query } from '../../api/query.ts';
import { monthDays } from './eventDays.ts';
import type { EventsInput, EventTab } from './eventFilters.ts';

const pageSize = String(EVENTS_PAGE_SIZE);

/** The beginning of the keys of the lists, which consist of one or two calls. */
export const eventListsKey = ['events', 'list'] as const;

/** One page of events. The previous page stays visible while another one loads. */
export const eventListQuery = (tab: EventTab, page: number, input: EventsInput) =>
  queryOptions({
    queryKey: [...eventListsKey, tab, page, input],
    queryFn: ({ signal }) => {
      if (tab === 'all') return listAllEvents(page, input, signal);
      return call(
        tab === 'past' ? listPastEvents : listUpcomingEvents,
        { query: { ...input, page: String(page), pageSize } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });

/** One page of both lists combined: upcoming events, soonest first, then past events, latest first. */
async function listAllEvents(page: number, input: EventsInput, signal: AbortSignal): Promise<Page<EventSummary>> {
  const offset = (page - 1) * EVENTS_PAGE_SIZE;
  const from = (start: number) => ({ query: { ...input, offset: String(start), pageSize } });
  const upcomingCall = call(listUpcomingEvents, from(offset), { signal });
  // The offset into past events depends on the number of upcoming ones; on the first page it is always zero.
  const upcoming = offset === 0 ? undefined : await upcomingCall;
  const [{ items, total }, past] = await Promise.all([
    upcomingCall,
    call(listPastEvents, from(Math.max(0, offset - (upcoming?.total ?? 0))), { signal }),
  ]);
  const known = new Set(items.map((event) => event.id));
  // An event that ends between the two calls is in both responses.
  const ended = past.items.filter((event) => !known.has(event.id));
  return {
    items: [...items, ...ended].slice(0, EVENTS_PAGE_SIZE),
    page,
    pageSize: EVENTS_PAGE_SIZE,
    total: total + past.total,
  };
}

/** Event categories. An error is ignored: the list works without category chips. */
export const eventCategoriesQuery = () =>
  queryOptions({
    ...query(listEventCategories, {}),
    throwOnError: false,
  });

/** Events in the month `yyyy-MM` of the reader's time zone. An error is ignored: the calendar works without marks. */
export const calendarQuery = (month: string) => {
  const { first, last, timeZone } = monthDays(month);
  return queryOptions({
    ...query(listCalendarEvents, { query: { startDate: first, endDate: last, timeZone } }),
    throwOnError: false,
  });
};

export const eventQuery = (eventId: string) => query(getEvent, { params: { eventId } });
