import rrule from 'rrule/dist/es5/rrule.js';
import { dayAfter } from '@portico/contracts/times';
import { DAY_MS, MINUTE_MS } from '@portico/contracts/durations';
import { MAX_SERIES_DATES } from '@portico/contracts/events';
import { MAX_SERIES_YEARS, MIN_SERIES_DATES, Weekday, type SeriesRule } from '@portico/contracts/studio/eventSeries';
import { fromLocal, toLocal } from '@portico/contracts/zonedTime';
import { PortalError } from '../../errors.ts';

/** The first date of a series. Instants are ISO 8601 in UTC. */
export interface FirstDate {
  startsAt: string;
  endsAt: string;
  /** IANA zone of the event. */
  timeZone: string;
}

export interface DateOfSeries {
  startsAt: string;
  endsAt: string;
  /** Days after the first date, on calendars in its zone. */
  days: number;
}

/**
 * The rule as iCalendar has it, without its end: `FREQ=MONTHLY;INTERVAL=1;BYDAY=-1FR`. The days are named, because
 * programs differ about those that follow from the first date. Throws `invalid_input` if the first date does not follow
 * the rule. Source: RFC 5545, 3.3.10.
 */
export function recurrenceOf({ unit, every, weekdays, monthDay }: SeriesRule, firstDay: string): string {
  const frequency = { Day: 'DAILY', Week: 'WEEKLY', Month: 'MONTHLY', Year: 'YEARLY' }[unit];
  const start = `FREQ=${frequency};INTERVAL=${every};WKST=SU`;
  const first = new Date(firstDay);
  const weekday = Weekday.options[first.getUTCDay()]!;
  const day = first.getUTCDate();
  const daysLeft = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate() - day;
  if (unit === 'Day') return start;
  if (unit === 'Week') {
    if (!weekdays.includes(weekday)) throw badRule('weekdays', 'Include the weekday of the event itself.');
    return `${start};BYDAY=${Weekday.options.filter((one) => weekdays.includes(one)).join(',')}`;
  }
  const month = unit === 'Year' ? `;BYMONTH=${first.getUTCMonth() + 1}` : '';
  switch (monthDay) {
    case 'SameDay':
      return `${start}${month};BYMONTHDAY=${day}`;
    case 'SameWeekday':
      return `${start}${month};BYDAY=${Math.ceil(day / 7)}${weekday}`;
    case 'LastWeekday':
      if (daysLeft >= 7) throw badRule('monthDay', 'The event is not on the last such weekday of its month.');
      return `${start}${month};BYDAY=-1${weekday}`;
    case 'LastDay':
      if (daysLeft > 0) throw badRule('monthDay', 'The event is not on the last day of its month.');
      return `${start}${month};BYMONTHDAY=-1`;
  }
}

/**
 * All dates of a series, the first included. They have the same time of day in the zone of the event, before and after
 * clocks change. Throws `invalid_input` like `recurrenceOf`, and for too few or too many dates.
 */
export function datesOf(rule: SeriesRule, first: FirstDate): DateOfSeries[] {
  const firstDay = toLocal(first.startsAt, first.timeZone).slice(0, 10);
  const end = rule.count === null ? `UNTIL=${compact(rule.until!)}T000000Z` : `COUNT=${rule.count}`;
  // Days only: the library has no part in what clocks show on them.
  const days = rrule
    .rrulestr(`DTSTART:${compact(firstDay)}T000000Z\nRRULE:${recurrenceOf(rule, firstDay)};${end}`)
    .all((_, index) => index <= MAX_SERIES_DATES);
  const endField = rule.count === null ? 'until' : 'count';
  if (days.length < MIN_SERIES_DATES) throw badRule(endField, 'A series has at least two dates.');
  if (days.length > MAX_SERIES_DATES) throw badRule(endField, `A series has at most ${MAX_SERIES_DATES} dates.`);
  if (days.at(-1)!.getTime() - days[0]!.getTime() > MAX_SERIES_YEARS * 366 * DAY_MS)
    throw badRule(endField, `A series takes at most ${MAX_SERIES_YEARS} years.`);
  return days.map((day) => {
    const shift = Math.round((day.getTime() - Date.parse(firstDay)) / DAY_MS);
    return {
      startsAt: sameTimeAfter(first.startsAt, shift, first.timeZone),
      endsAt: sameTimeAfter(first.endsAt, shift, first.timeZone),
      days: shift,
    };
  });
}

/** The same time of day, that many days later on calendars in the zone. */
export function sameTimeAfter(instant: string, days: number, timeZone: string): string {
  const local = toLocal(instant, timeZone);
  const minute = fromLocal(`${dayAfter(local.slice(0, 10), days)}${local.slice(10)}`, timeZone)!;
  return new Date(Date.parse(minute) + (Date.parse(instant) % MINUTE_MS)).toISOString();
}

const compact = (day: string): string => day.replaceAll('-', '');

const badRule = (field: keyof SeriesRule, message: string): PortalError =>
  new PortalError('invalid_input', message, { issues: [{ path: `rule.${field}`, message }] });
