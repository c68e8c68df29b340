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

describe('days that have events', () => {
  test('[R13] are those of the reader, not of the server', () => {
    expect(days('2026-03-10T03:30:00Z', '2026-03-10T03:59:00Z')).toEqual(['2026-03-09']);
    expect(days('2026-03-10T04:00:00Z', '2026-03-10T05:00:00Z')).toEqual(['2026-03-10']);
  });

  test('[R13] are counted right over both changes of the clocks', () => {
    expect(days('2026-03-07T17:00:00Z', '2026-03-09T16:00:00Z')).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
    // The day on which the clocks go forward ends an hour earlier by the sun: 04:30 UTC is the 9th already, 05:30 UTC the day before was not.
    expect(days('2026-03-08T04:30:00Z', '2026-03-08T04:45:00Z')).toEqual(['2026-03-07']);
    expect(days('2026-03-09T04:30:00Z', '2026-03-09T04:45:00Z')).toEqual(['2026-03-09']);
    expect(days('2026-10-31T16:00:00Z', '2026-11-02T04:30:00Z', '2026-11')).toEqual(['2026-11-01']);
  });

  test('an event that ends at midnight is not on the next day, one without length is on its own', () => {
    expect(days('2026-03-09T22:00:00Z', '2026-03-10T04:00:00Z')).toEqual(['2026-03-09']);
    expect(days('2026-03-09T22:00:00Z', '2026-03-10T04:00:00.001Z')).toEqual(['2026-03-09', '2026-03-10']);
    expect(days('2026-03-10T04:00:00Z', '2026-03-10T04:00:00Z')).toEqual(['2026-03-10']);
  });

  test('an event that reaches into the month counts on its days of that month', () => {
    expect(days('2026-02-27T15:00:00Z', '2026-03-02T15:00:00Z')).toEqual(['2026-03-01', '2026-03-02']);
    expect(days('2026-03-31T15:00:00Z', '2026-04-02T15:00:00Z')).toEqual(['2026-03-31']);
  });

  test('say how many events they have', () => {
    const day = { startDate: '2026-03-09T15:00:00Z', endDate: '2026-03-09T16:00:00Z' };
    const longer = { startDate: '2026-03-09T15:00:00Z', endDate: '2026-03-10T16:00:00Z' };
    expect([...eventDays([aCalendarEvent(day), aCalendarEvent(longer)], '2026-03')]).toEqual([
      ['2026-03-09', '2 events'],
      ['2026-03-10', '1 event'],
    ]);
  });
});

test('a month reaches from its first to its last day, also in a leap year', () => {
  expect(monthDays('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29', timeZone: 'America/New_York' });
  expect(monthDays('2026-12').last).toBe('2026-12-31');
});
