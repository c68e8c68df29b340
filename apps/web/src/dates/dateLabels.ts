import { chosenLocale } from '../locale/locales.ts';
import { t } from '../locale/text.ts';
import { clockLabel, timeZoneLabel as zoneLabel } from '@portico/contracts/times';
/**
 * Labels for dates and times. All take ISO 8601 instants and format them in the reader's zone unless `timeZone` (an
 * IANA name) is given. The formats are those of the specification §3 and READINGS.
 */
/** "Mar 9, 2026" */
export function newsDateLabel(instant: string, timeZone?: string): string {
  return format(instant, { month: 'short', day: 'numeric', year: 'numeric' }, timeZone);
}

/** "March 9, 2026" */
export function eventDateLabel(instant: string, timeZone?: string): string {
  return format(instant, { month: 'long', day: 'numeric', year: 'numeric' }, timeZone);
}

/** "April 22" and "April 24, 2026": two dates with their year once if it is the same. */
export function eventDatesLabel(start: string, end: string, timeZone?: string): [string, string] {
  const year = (instant: string) => format(instant, { year: 'numeric' }, timeZone);
  const first =
    year(start) === year(end)
      ? format(start, { month: 'long', day: 'numeric' }, timeZone)
      : eventDateLabel(start, timeZone);
  return [first, eventDateLabel(end, timeZone)];
}

/** "Mon, Mar 9" */
export function eventInfoDateLabel(instant: string, timeZone?: string): string {
  return format(instant, { weekday: 'short', month: 'short', day: 'numeric' }, timeZone);
}

/** "Mon, Mar 9, 2026" */
export function eventYearDateLabel(instant: string, timeZone?: string): string {
  return format(instant, { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }, timeZone);
}

/** "3:05 pm" */
export function timeLabel(instant: string, timeZone?: string): string {
  return clockLabel(instant, timeZone, chosenLocale().iso);
}

/** Name of the reader's zone at that instant, "EST" or "GMT+1". */
export function timeZoneLabel(instant: string, timeZone?: string): string {
  return zoneLabel(instant, timeZone, chosenLocale().iso);
}

/** "12 Jun" for the day `2026-06-12`. Source: READINGS, pages. */
export function taskDueLabel(day: string): string {
  const midnight = `${day}T00:00:00Z`;
  return `${format(midnight, { day: 'numeric' }, 'UTC')} ${format(midnight, { month: 'short' }, 'UTC')}`;
}

/**
 * "Mon, Mar 9, 3:05 pm – 4:30 pm EDT"; with both dates if it ends on another day, and both zones if the clocks change
 * in between.
 */
export function eventTimeLabel(start: string, end: string, timeZone?: string): string {
  return spanParts(
    start,
    end,
    [start, end].map((day) => eventInfoDateLabel(day, timeZone)),
    timeZone,
  ).join(' ');
}

/**
 * "March 9, 2026," and "3:05 pm – 4:30 pm EDT": a time span in two parts, so that a line can break between them. Names
 * the year once.
 */
export function eventSpanParts(start: string, end: string, timeZone?: string): [string, string] {
  return spanParts(start, end, eventDatesLabel(start, end, timeZone), timeZone);
}

/** "3:05 pm – 4:30 pm EDT" */
export function hoursLabel(start: string, end: string, timeZone?: string): string {
  const [startZone, endZone] = [timeZoneLabel(start, timeZone), timeZoneLabel(end, timeZone)];
  return `${timeLabel(start, timeZone)}${startZone === endZone ? '' : ` ${startZone}`} – ${timeLabel(end, timeZone)} ${endZone}`;
}

/** True if both instants are on the same day. */
export function isOneDay(start: string, end: string, timeZone?: string): boolean {
  return eventDateLabel(start, timeZone) === eventDateLabel(end, timeZone);
}

/** "Monday, March 9" */
export function todayLabel(now: Date, timeZone?: string): string {
  return format(now.toISOString(), { weekday: 'long', month: 'long', day: 'numeric' }, timeZone);
}

/** "Good morning" from four until noon, "Good afternoon" until six, "Good evening" until ten, then "Working late". */
export function greetingLabel(now: Date, timeZone?: string): string {
  const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(now));
  if (hour < 4 || hour >= 22) return t('dashboard.goodNight');
  if (hour < 12) return t('dashboard.goodMorning');
  return hour < 18 ? t('dashboard.goodAfternoon') : t('dashboard.goodEvening');
}

function spanParts(
  start: string,
  end: string,
  [startDay = '', endDay = '']: string[],
  timeZone: string | undefined,
): [string, string] {
  if (isOneDay(start, end, timeZone)) return [`${endDay},`, hoursLabel(start, end, timeZone)];
  const [startZone, endZone] = [timeZoneLabel(start, timeZone), timeZoneLabel(end, timeZone)];
  return [
    `${startDay}, ${timeLabel(start, timeZone)}${startZone === endZone ? '' : ` ${startZone}`} –`,
    `${endDay}, ${timeLabel(end, timeZone)} ${endZone}`,
  ];
}

function format(instant: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(chosenLocale().iso, { ...options, timeZone }).format(new Date(instant));
}
