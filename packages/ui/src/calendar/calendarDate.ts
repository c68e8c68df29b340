import { parseDate, type CalendarDate } from '@internationalized/date';

/** Parses `yyyy-MM-dd` for the calendars; undefined for anything else. */
export function calendarDate(day: string | undefined | null): CalendarDate | undefined {
  if (day === undefined || day === null) return undefined;
  try {
    return parseDate(day);
  } catch {
    return undefined; // The text can come from the page's address, so it can be anything.
  }
}
