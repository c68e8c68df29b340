import { listEventCategories } from '@portico/contracts/categories';
import type { CallInput } from '@portico/contracts/endpoint';
import type { EventSummary } from '@portico/contracts/events';
import {
  EVENTS_PAGE_SIZE,
  getEvent,
  listCalendarEvents,
  listPastEvents,
  listUpcomingEvents,
  previewEvent,
} from '@portico/contracts/events';
import type { Page } from '@portico/contracts/paging';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { monthDays } from './calendar/eventDays.ts';
import type { EventTab } from './list/eventFilters.ts';

/** What narrows a list of events, without its page. */
export type EventsInput = Omit<CallInput<typeof listUpcomingEvents>['query'], 'page' | 'offset' | 'pageSize'>;

const pageSize = String(EVENTS_PAGE_SIZE);

/** One page of events; while another one loads, the list shows the one before. */
export const eventListQuery = (tab: EventTab, page: number, input: EventsInput) =>
  queryOptions({
    queryKey: ['events', 'list', tab, page, input],
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

/** A page of both calls as one list: what is still to come, the next one first, then what is over, the last one first. */
async function listAllEvents(page: number, input: EventsInput, signal: AbortSignal): Promise<Page<EventSummary>> {
  const offset = (page - 1) * EVENTS_PAGE_SIZE;
  const from = (start: number) => ({ query: { ...input, offset: String(start), pageSize } });
  const coming = call(listUpcomingEvents, from(offset), { signal });
  // Where the past begins on this page depends on how many are to come; on the first page it can only begin at its start.
  const upcoming = offset === 0 ? undefined : await coming;
  const [{ items, total }, past] = await Promise.all([
    coming,
    call(listPastEvents, from(Math.max(0, offset - (upcoming?.total ?? 0))), { signal }),
  ]);
  const known = new Set(items.map((event) => event.id));
  // One that ended between the two calls is in both answers.
  const over = past.items.filter((event) => !known.has(event.id));
  return {
    items: [...items, ...over].slice(0, EVENTS_PAGE_SIZE),
    page,
    pageSize: EVENTS_PAGE_SIZE,
    total: total + past.total,
  };
}

/** Without them the list still works, just without category chips. */
export const eventCategoriesQuery = () =>
  queryOptions({
    queryKey: ['categories', 'events'],
    queryFn: ({ signal }) => call(listEventCategories, {}, { signal }),
    throwOnError: false,
  });

/** Events of a month `yyyy-MM` of the reader's calendar. Without them the calendar still works, just without marks. */
export const calendarQuery = (month: string) => {
  const { first, last, timeZone } = monthDays(month);
  return queryOptions({
    queryKey: ['events', 'calendar', month, timeZone],
    queryFn: ({ signal }) =>
      call(listCalendarEvents, { query: { startDate: first, endDate: last, timeZone } }, { signal }),
    throwOnError: false,
  });
};

export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId],
    queryFn: ({ signal }) => call(getEvent, { params: { eventId } }, { signal }),
  });

/** The draft of an event; for others than editors it is not there. */
export const eventPreviewQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['events', eventId, 'preview'],
    queryFn: ({ signal }) => call(previewEvent, { params: { eventId } }, { signal }),
  });
