import { HOUR_MS } from '@portico/contracts/durations';
import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { SeriesRule } from '@portico/contracts/studio/eventSeries';
import { toLocal } from '@portico/contracts/zonedTime';
import { datesOf, recurrenceOf, type FirstDate } from './seriesRule.ts';

const rule = (more: Partial<SeriesRule>): SeriesRule => ({
  unit: 'Week',
  every: 1,
  weekdays: [],
  monthDay: 'SameDay',
  count: more.until === undefined ? 4 : null,
  until: null,
  ...more,
});
const at = (startsAt: string, timeZone = 'America/New_York', hours = 1): FirstDate => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + hours * HOUR_MS).toISOString(),
  timeZone,
});

/** Title, rule, first date, and the dates as clocks in its zone show them. */
const cases: Array<[string, Partial<SeriesRule>, FirstDate, string]> = [
  [
    'every day',
    { unit: 'Day' },
    at('2026-01-05T14:00:00Z'),
    '2026-01-05T09:00 2026-01-06T09:00 2026-01-07T09:00 2026-01-08T09:00',
  ],
  [
    'every third day',
    { unit: 'Day', every: 3, count: 3 },
    at('2026-01-30T14:00:00Z'),
    '2026-01-30T09:00 2026-02-02T09:00 2026-02-05T09:00',
  ],
  [
    'every day across spring',
    { unit: 'Day', count: 3 },
    at('2026-03-07T14:00:00Z'),
    '2026-03-07T09:00 2026-03-08T09:00 2026-03-09T09:00',
  ],
  [
    'every day across fall',
    { unit: 'Day', count: 3 },
    at('2026-10-31T13:00:00Z'),
    '2026-10-31T09:00 2026-11-01T09:00 2026-11-02T09:00',
  ],
  [
    'at an hour skipped in spring',
    { unit: 'Day', count: 3 },
    at('2026-03-07T07:30:00Z'),
    '2026-03-07T02:30 2026-03-08T03:30 2026-03-09T02:30',
  ],
  [
    'at an hour repeated in fall',
    { unit: 'Day', count: 3 },
    at('2026-10-31T05:30:00Z'),
    '2026-10-31T01:30 2026-11-01T01:30 2026-11-02T01:30',
  ],
  [
    'every week',
    { weekdays: ['TU'], count: 3 },
    at('2026-06-09T13:00:00Z'),
    '2026-06-09T09:00 2026-06-16T09:00 2026-06-23T09:00',
  ],
  [
    'every week across both changes',
    { every: 17, weekdays: ['TU'] },
    at('2026-02-03T14:00:00Z'),
    '2026-02-03T09:00 2026-06-02T09:00 2026-09-29T09:00 2027-01-26T09:00',
  ],
  [
    'every week on several days',
    { weekdays: ['MO', 'WE', 'FR'], count: 5 },
    at('2026-06-10T13:00:00Z'),
    '2026-06-10T09:00 2026-06-12T09:00 2026-06-15T09:00 2026-06-17T09:00 2026-06-19T09:00',
  ],
  [
    'every second week, which begins on Sunday',
    { every: 2, weekdays: ['SU', 'SA'] },
    at('2026-06-13T13:00:00Z'),
    '2026-06-13T09:00 2026-06-21T09:00 2026-06-27T09:00 2026-07-05T09:00',
  ],
  [
    'every second week',
    { every: 2, weekdays: ['TH'], count: 3 },
    at('2026-12-17T15:00:00Z'),
    '2026-12-17T10:00 2026-12-31T10:00 2027-01-14T10:00',
  ],
  [
    'every week until a day, included',
    { weekdays: ['TU'], until: '2026-06-23' },
    at('2026-06-09T13:00:00Z'),
    '2026-06-09T09:00 2026-06-16T09:00 2026-06-23T09:00',
  ],
  [
    'every week until the day before',
    { weekdays: ['TU'], until: '2026-06-22' },
    at('2026-06-09T13:00:00Z'),
    '2026-06-09T09:00 2026-06-16T09:00',
  ],
  [
    'until a day, late in the evening',
    { unit: 'Day', until: '2026-06-11' },
    at('2026-06-10T03:30:00Z'),
    '2026-06-09T23:30 2026-06-10T23:30 2026-06-11T23:30',
  ],
  [
    'the day of a month',
    { unit: 'Month' },
    at('2026-01-15T15:00:00Z'),
    '2026-01-15T10:00 2026-02-15T10:00 2026-03-15T10:00 2026-04-15T10:00',
  ],
  [
    'the 31st, in months that have one',
    { unit: 'Month' },
    at('2026-01-31T15:00:00Z'),
    '2026-01-31T10:00 2026-03-31T10:00 2026-05-31T10:00 2026-07-31T10:00',
  ],
  [
    'the 30th, not in February',
    { unit: 'Month', count: 3 },
    at('2026-01-30T15:00:00Z'),
    '2026-01-30T10:00 2026-03-30T10:00 2026-04-30T10:00',
  ],
  [
    'every quarter',
    { unit: 'Month', every: 3, count: 3 },
    at('2026-11-10T15:00:00Z'),
    '2026-11-10T10:00 2027-02-10T10:00 2027-05-10T10:00',
  ],
  [
    'the second Wednesday',
    { unit: 'Month', monthDay: 'SameWeekday' },
    at('2026-06-10T13:00:00Z'),
    '2026-06-10T09:00 2026-07-08T09:00 2026-08-12T09:00 2026-09-09T09:00',
  ],
  [
    'the first Sunday, when clocks change',
    { unit: 'Month', monthDay: 'SameWeekday', count: 2 },
    at('2026-10-04T13:00:00Z'),
    '2026-10-04T09:00 2026-11-01T09:00',
  ],
  [
    'the fifth Friday, in months that have one',
    { unit: 'Month', monthDay: 'SameWeekday', count: 3 },
    at('2026-01-30T15:00:00Z'),
    '2026-01-30T10:00 2026-05-29T10:00 2026-07-31T10:00',
  ],
  [
    'the last Friday',
    { unit: 'Month', monthDay: 'LastWeekday', count: 5 },
    at('2026-10-30T13:00:00Z'),
    '2026-10-30T09:00 2026-11-27T09:00 2026-12-25T09:00 2027-01-29T09:00 2027-02-26T09:00',
  ],
  [
    'the last Friday, the fourth one',
    { unit: 'Month', monthDay: 'LastWeekday', count: 3 },
    at('2026-02-27T15:00:00Z'),
    '2026-02-27T10:00 2026-03-27T10:00 2026-04-24T10:00',
  ],
  [
    'the last day of a month',
    { unit: 'Month', monthDay: 'LastDay', count: 5 },
    at('2026-01-31T15:00:00Z'),
    '2026-01-31T10:00 2026-02-28T10:00 2026-03-31T10:00 2026-04-30T10:00 2026-05-31T10:00',
  ],
  [
    'the last day, from February of a leap year',
    { unit: 'Month', monthDay: 'LastDay', count: 3 },
    at('2028-02-29T15:00:00Z'),
    '2028-02-29T10:00 2028-03-31T10:00 2028-04-30T10:00',
  ],
  [
    'every year',
    { unit: 'Year', count: 3 },
    at('2026-12-03T15:00:00Z'),
    '2026-12-03T10:00 2027-12-03T10:00 2028-12-03T10:00',
  ],
  [
    'February 29, in leap years',
    { unit: 'Year', count: 3 },
    at('2028-02-29T15:00:00Z'),
    '2028-02-29T10:00 2032-02-29T10:00 2036-02-29T10:00',
  ],
  [
    'the last day of February',
    { unit: 'Year', monthDay: 'LastDay', count: 3 },
    at('2028-02-29T15:00:00Z'),
    '2028-02-29T10:00 2029-02-28T10:00 2030-02-28T10:00',
  ],
  [
    'Thanksgiving',
    { unit: 'Year', monthDay: 'SameWeekday', count: 3 },
    at('2026-11-26T17:00:00Z'),
    '2026-11-26T12:00 2027-11-25T12:00 2028-11-23T12:00',
  ],
  [
    'the last Monday of May',
    { unit: 'Year', monthDay: 'LastWeekday', count: 3 },
    at('2026-05-25T13:00:00Z'),
    '2026-05-25T09:00 2027-05-31T09:00 2028-05-29T09:00',
  ],
  [
    'a zone whose clocks change on other days',
    { weekdays: ['MO'], count: 3 },
    at('2026-03-23T09:00:00Z', 'Europe/Vienna'),
    '2026-03-23T10:00 2026-03-30T10:00 2026-04-06T10:00',
  ],
  [
    'a zone in the south',
    { weekdays: ['MO'], count: 3 },
    at('2026-03-29T23:00:00Z', 'Australia/Sydney'),
    '2026-03-30T10:00 2026-04-06T10:00 2026-04-13T10:00',
  ],
  [
    'a zone without changes, on another day than in UTC',
    { weekdays: ['TU'], count: 3 },
    at('2026-03-04T03:00:00Z', 'America/Phoenix'),
    '2026-03-03T20:00 2026-03-10T20:00 2026-03-17T20:00',
  ],
  [
    'a zone half an hour off',
    { unit: 'Month', monthDay: 'SameWeekday', count: 2 },
    at('2026-06-08T04:15:00Z', 'Asia/Kolkata'),
    '2026-06-08T09:45 2026-07-13T09:45',
  ],
];

describe('a series', () => {
  test.each(cases)('takes place: %s [DESK-075]', (_title, more, first, expected) => {
    const dates = datesOf(rule(more), first);
    const locals = dates.map(({ startsAt }) => toLocal(startsAt, first.timeZone));
    expect(locals.join(' ')).toBe(expected);
    // Another library has the same days from the rule that calendars get.
    const day = expected.slice(0, 10);
    const iterator = ICAL.Recur.fromString(`${recurrenceOf(rule(more), day)};COUNT=${dates.length}`).iterator(
      ICAL.Time.fromDateString(day),
    );
    expect(dates.map(() => iterator.next()!.toString())).toEqual(locals.map((local) => local.slice(0, 10)));
    expect(iterator.next()).toBeFalsy();
  });

  test('lasts as long by the clock when clocks change in the middle [DESK-075]', () => {
    const [, overnight] = datesOf(rule({ unit: 'Day', count: 2 }), at('2026-10-31T03:00:00Z', 'America/New_York', 8));
    expect(overnight).toEqual({ startsAt: '2026-11-01T03:00:00.000Z', endsAt: '2026-11-01T12:00:00.000Z', days: 1 });
  });
});

describe('a rule is refused', () => {
  const wednesday = at('2026-06-10T13:00:00Z');
  test.each([
    ['without the weekday of the event', { weekdays: ['MO'] }, 'rule.weekdays'],
    ['on a last weekday that the event is not', { unit: 'Month', monthDay: 'LastWeekday' }, 'rule.monthDay'],
    ['on a last day that the event is not', { unit: 'Month', monthDay: 'LastDay' }, 'rule.monthDay'],
    ['with one date', { unit: 'Day', until: '2026-06-10' }, 'rule.until'],
    ['with no date', { unit: 'Day', until: '2026-06-09' }, 'rule.until'],
    ['with 201 dates', { unit: 'Day', until: '2026-12-27' }, 'rule.until'],
    ['over more than 30 years', { unit: 'Year', every: 31, count: 2 }, 'rule.count'],
  ] satisfies Array<[string, Partial<SeriesRule>, string]>)('%s [DESK-075]', (_title, more, path) => {
    expect(() => datesOf(rule(more), wednesday)).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ path })] }),
    );
  });

  test('200 dates and 30 years are fine [DESK-075]', () => {
    expect(datesOf(rule({ unit: 'Day', until: '2026-12-26' }), wednesday)).toHaveLength(200);
    expect(datesOf(rule({ unit: 'Year', every: 30, count: 2 }), wednesday)).toHaveLength(2);
  });
});
