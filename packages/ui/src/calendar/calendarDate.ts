import { parseDate, type CalendarDate } from '@internationalized/date';

/** `yyyy-MM-dd` as the calendars accept it; undefined for anything else. */
export function calendarDate(day: string | undefined | null): CalendarDate | undefined {
  if (day === undefined || day === null) return undefined;
  try {
    return parseDate(day);
  } catch {
    return undefined; // An address may hold any text.
  }
}
