import { parseDate, type CalendarDate } from '@internationalized/date';

/** `yyyy-MM-dd` as the calendars take it; undefined for what is no day. */
export function calendarDate(day: string | undefined | null): CalendarDate | undefined {
  if (day === undefined || day === null) return undefined;
  try {
    return parseDate(day);
  } catch {
    return undefined; // An address may hold any text; what is no date counts as none.
  }
}
