import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { dayIn } from '@portico/contracts/times';

const WEEK_MS = 7 * DAY_MS;

/**
 * How a collection's dates were moved when it was first imported. Stored with the items and reused by later imports.
 */
export const DateShift = z.object({
  days: z.int(),
  /** The instant of that first import. */
  asOf: z.iso.datetime(),
  /**
   * IANA time zone in which moved instants keep their wall-clock time across daylight saving changes. Absent: dates
   * move by whole days of 24 hours.
   */
  timeZone: z.optional(z.string()),
});
export type DateShift = z.infer<typeof DateShift>;

/** Share of events that should be upcoming, and how far it may be off to satisfy the other goals. */
const AHEAD = { least: 0.2, ideal: 0.25, most: 0.3 };

/**
 * A number of whole days to move the whole collection, so that about a quarter of the events are after `now` and the
 * newest news is a day or two old; whole weeks where possible, so that weekdays stay the same. Dates are ISO 8601.
 */
export function findDateShift(newsDates: string[], eventStarts: string[], now: Date): DateShift {
  const news = newsDates.map(Date.parse);
  const starts = eventStarts.map(Date.parse).sort((one, other) => other - one);
  const daysTo = (instant: number): number => Math.floor((now.getTime() - instant) / DAY_MS);
  const atRank = (part: number): number =>
    daysTo(starts[Math.min(Math.floor(starts.length * part), starts.length - 1)]!);

  let candidates = [0];
  if (starts.length > 0) candidates = range(atRank(AHEAD.least), atRank(AHEAD.most) + 1);
  else if (news.length > 0) candidates = [daysTo(Math.max(...news)) - 1];

  const cost = (days: number): number => {
    const moved = days * DAY_MS;
    const ages = news.map((date) => (now.getTime() - date - moved) / DAY_MS).filter((age) => age >= 0);
    const age = Math.min(...ages, 30);
    const ahead = starts.filter((start) => start + moved > now.getTime()).length / Math.max(starts.length, 1);
    return (
      (age >= 0.5 && age <= 2.5 ? 0 : Math.abs(age - 1.5)) + (days % 7 === 0 ? 0 : 0.5) + Math.abs(ahead - AHEAD.ideal)
    );
  };
  const days = candidates.reduce((best, candidate) => (cost(candidate) < cost(best) ? candidate : best));
  return { days, asOf: now.toISOString() };
}

/**
 * Moves by whole weeks, so that `anchorDate` (`yyyy-MM-dd`) falls in the seven days that end today and weekdays stay
 * the same. Items dated in the days after the anchor appear over the week that follows the import.
 */
export function anchoredShift(anchorDate: string, timeZone: string, now: Date): DateShift {
  const today = Date.parse(dayIn(timeZone, now));
  const weeks = Math.floor((today - Date.parse(anchorDate)) / WEEK_MS);
  return { days: weeks * 7, asOf: now.toISOString(), timeZone };
}

export function shifted(instant: string, shift: DateShift | undefined): string {
  const before = Date.parse(instant);
  const moved = before + (shift?.days ?? 0) * DAY_MS;
  const clockChange = shift?.timeZone ? offsetOf(before, shift.timeZone) - offsetOf(moved, shift.timeZone) : 0;
  return new Date(moved + clockChange).toISOString();
}

/** The UTC offset of a time zone at an instant, in milliseconds. */
function offsetOf(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * The shifted publication date, but never after the first import. An event of next year may have been announced next
 * year in the original; shifted, its announcement would be in the future and people could not see it, so it is brought
 * forward by whole weeks to before the first import.
 */
export function announcedAt(instant: string, shift: DateShift | undefined): string {
  const moved = Date.parse(shifted(instant, shift));
  const late = shift ? Math.max(moved - Date.parse(shift.asOf), 0) : 0;
  return new Date(moved - Math.ceil(late / WEEK_MS) * WEEK_MS).toISOString();
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(end - first, 1) }, (_, index) => first + index);
}
