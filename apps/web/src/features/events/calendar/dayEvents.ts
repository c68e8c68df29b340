import type { CalendarEvent } from '@portico/contracts/events';
import { dayOf } from '../../../dates/days.ts';

/** The reader's last day of an event: one that ends at midnight is not on the day that begins then. */
const lastDayOf = ({ startDate, endDate }: CalendarEvent): string =>
  dayOf(new Date(Math.max(Date.parse(startDate), Date.parse(endDate) - 1)));

/** Those of the events that are on the reader's day `yyyy-MM-dd`, by start. */
export function eventsOn(events: readonly CalendarEvent[], day: string): CalendarEvent[] {
  return events.filter((event) => dayOf(new Date(event.startDate)) <= day && day <= lastDayOf(event));
}

/** The first day after `day`, and not after the end of its events' month, that has an event. */
export function nextEventDay(days: Iterable<string>, day: string): string | undefined {
  return [...days].filter((one) => one > day).sort()[0];
}
