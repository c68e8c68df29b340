import type { CalendarEvent } from '@portico/contracts/events';
import { dayOf } from '../../dates/days.ts';
import { t } from '../../locale/text.ts';

/** First and last day of the month `yyyy-MM`, and the reader's time zone. */
export function monthDays(month: string): { first: string; last: string; timeZone: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return {
    first: `${month}-01`,
    last: dayOf(new Date(year, number, 0)),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/**
 * Labels of the reader's days in `month` that have events: `2026-03-09` → "2 events". An event counts on each of its
 * days.
 */
export function eventDays(events: readonly CalendarEvent[], month: string): Map<string, string> {
  const counts = new Map<string, number>();
  const { first, last } = monthDays(month);
  for (const { startDate, endDate } of events) {
    const start = new Date(startDate);
    // An event that ends at midnight doesn't count on the day that starts then.
    const end = new Date(Math.max(start.getTime(), new Date(endDate).getTime() - 1));
    const lastDay = dayOf(end);
    for (let offset = 0, day = dayOf(start); day <= lastDay && day <= last; offset += 1, day = dayOf(start, offset)) {
      if (day >= first) counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  }
  return new Map([...counts].map(([day, count]) => [day, t('events.perDay', { count })]));
}
