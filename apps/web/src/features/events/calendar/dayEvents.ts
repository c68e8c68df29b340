import type { CalendarEvent } from '@portico/contracts/events';
import { dayOf } from '../../../dates/days.ts';

/** The last day of an event in the reader's time zone. An event that ends at midnight ends on the day before. */
const lastDayOf = ({ startDate, endDate }: CalendarEvent): string =>
  dayOf(new Date(Math.max(Date.parse(startDate), Date.parse(endDate) - 1)));

/** The events on the reader's day `yyyy-MM-dd`, sorted by start. */
export function eventsOn(events: readonly CalendarEvent[], day: string): CalendarEvent[] {
  return events.filter((event) => dayOf(new Date(event.startDate)) <= day && day <= lastDayOf(event));
}

/** The first later day in the loaded month that has an event. */
export function nextEventDay(days: Iterable<string>, day: string): string | undefined {
  return [...days].filter((other) => other > day).sort()[0];
}
