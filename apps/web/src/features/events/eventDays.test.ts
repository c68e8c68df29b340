import { aCalendarEvent } from '@portico/testing/builders';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventDays, monthDays } from './eventDays.ts';

const zone = process.env['TZ'];
beforeAll(() => {
  process.env['TZ'] = 'America/New_York';
});
afterAll(() => {
  process.env['TZ'] = zone;
});

const days = (startDate: string, endDate: string, month = '2026-03') =>
  [...eventDays([aCalendarEvent({ startDate, endDate })], month)].map(([day]) => day);

describe('days with events', () => {
  test('follow the reader’s time zone, not the server’s [R13]', () => {
    expect(days('2026-03-10T03:30:00Z', '2026-03-10T03:59:00Z')).toEqual(['2026-03-09']);
    expect(days('2026-03-10T04:00:00Z', '2026-03-10T05:00:00Z')).toEqual(['2026-03-10']);
  });

  test('are correct across both daylight saving changes [R13]', () => {
    expect(days('2026-03-07T17:00:00Z', '2026-03-09T16:00:00Z')).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
    // After clocks go forward, midnight comes an hour earlier in UTC: 04:30 UTC is already the 9th, but 05:30 UTC was
    // needed the day before.
    expect(days('2026-03-08T04:30:00Z', '2026-03-08T04:45:00Z')).toEqual(['2026-03-07']);
    expect(days('2026-03-09T04:30:00Z', '2026-03-09T04:45:00Z')).toEqual(['2026-03-09']);
    expect(days('2026-10-31T16:00:00Z', '2026-11-02T04:30:00Z', '2026-11')).toEqual(['2026-11-01']);
  });

  test('exclude the day after an event that ends at midnight, and include the day of an event without duration', () => {
    expect(days('2026-03-09T22:00:00Z', '2026-03-10T04:00:00Z')).toEqual(['2026-03-09']);
    expect(days('2026-03-09T22:00:00Z', '2026-03-10T04:00:00.001Z')).toEqual(['2026-03-09', '2026-03-10']);
    expect(days('2026-03-10T04:00:00Z', '2026-03-10T04:00:00Z')).toEqual(['2026-03-10']);
  });

  test('include the days of an event that continues from the previous month', () => {
    expect(days('2026-02-27T15:00:00Z', '2026-03-02T15:00:00Z')).toEqual(['2026-03-01', '2026-03-02']);
    expect(days('2026-03-31T15:00:00Z', '2026-04-02T15:00:00Z')).toEqual(['2026-03-31']);
  });

  test('are labeled with their number of events', () => {
    const day = { startDate: '2026-03-09T15:00:00Z', endDate: '2026-03-09T16:00:00Z' };
    const longer = { startDate: '2026-03-09T15:00:00Z', endDate: '2026-03-10T16:00:00Z' };
    expect([...eventDays([aCalendarEvent(day), aCalendarEvent(longer)], '2026-03')]).toEqual([
      ['2026-03-09', '2 events'],
      ['2026-03-10', '1 event'],
    ]);
  });
});

test('a month runs from its first to its last day, including in a leap year', () => {
  expect(monthDays('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29', timeZone: 'America/New_York' });
  expect(monthDays('2026-12').last).toBe('2026-12-31');
});
