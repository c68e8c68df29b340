import { DAY_MS } from './durations.ts';

/**
 * "3:05 pm": every time of day that people read, in the zone `timeZone` (an IANA name; the reader's own if absent).
 * Source: spec §3, event time.
 */
export function clockLabel(instant: string | Date, timeZone?: string, locale = 'en-US'): string {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hour12: true, timeZone })
    .format(new Date(instant))
    .replace(/[\u00a0\u202f]/g, ' ')
    .toLowerCase();
}

/** Name of the zone at that instant, "EST" or "GMT+1". */
export function timeZoneLabel(instant: string | Date, timeZone?: string, locale = 'en-US'): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short', timeZone }).formatToParts(new Date(instant));
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** The day, `yyyy-MM-dd`, on calendars in a time zone. */
export const dayIn = (timeZone: string, instant: string | Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(instant));

/** The hour, 0 to 23, on clocks in a time zone. */
export const hourIn = (timeZone: string, instant: Date): number =>
  Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format(instant));

/** The day, `yyyy-MM-dd`, that many days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
