import { describe, expect, test } from 'vitest';
import { relativeDayLabel } from './relativeDayLabel.ts';

/** An instant in the reader's own time zone. */
const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute);
const label = (created: Date, now: Date) => relativeDayLabel(created.toISOString(), now);

describe('the label of a notification from today or yesterday [NOTIF-012]', () => {
  const now = at(2026, 3, 18, 9);
  test.each([
    ['a minute ago', at(2026, 3, 18, 8, 59), 'Today'],
    ['the first minute of today', at(2026, 3, 18, 0, 0), 'Today'],
    ['the last minute of yesterday', at(2026, 3, 17, 23, 59), 'Yesterday'],
    ['the first minute of yesterday', at(2026, 3, 17, 0, 0), 'Yesterday'],
    ['later today', at(2026, 3, 18, 23, 59), 'Today'],
    ['tomorrow, by a wrong clock', at(2026, 3, 19, 1), 'Today'],
  ])('%s', (_, created, expected) => expect(label(created, now)).toBe(expected));

  test('is Yesterday for the day before a Sunday, too, although a new week has begun', () => {
    expect(label(at(2026, 3, 14), at(2026, 3, 15))).toBe('Yesterday');
  });
});

describe('the label of a day in the current week, which starts on Sunday, is its name [NOTIF-013]', () => {
  test.each([
    ['Monday on a Wednesday', at(2026, 3, 16), at(2026, 3, 18), 'Monday'],
    ['Sunday on a Wednesday', at(2026, 3, 15, 0, 0), at(2026, 3, 18), 'Sunday'],
    ['Sunday on a Saturday', at(2026, 3, 15), at(2026, 3, 21, 23, 59), 'Sunday'],
    ['Thursday on a Saturday', at(2026, 3, 19), at(2026, 3, 21), 'Thursday'],
    ['the Saturday before, on a Wednesday', at(2026, 3, 14, 23, 59), at(2026, 3, 18), 'Last Week'],
    ['Friday on a Sunday', at(2026, 3, 13), at(2026, 3, 15), 'Last Week'],
  ])('%s', (_, created, now, expected) => expect(label(created, now)).toBe(expected));
});

describe('the label of an older notification [NOTIF-014]', () => {
  const now = at(2026, 3, 25);
  test.each([
    ['the last day of the week before', at(2026, 3, 21, 23, 59), 'Last Week'],
    ['the first day of the week before', at(2026, 3, 15, 0, 0), 'Last Week'],
    ['the last day two weeks before', at(2026, 3, 14, 23, 59), 'Two Weeks Ago'],
    ['the first day two weeks before', at(2026, 3, 8, 0, 0), 'Two Weeks Ago'],
    ['the day before that, in this month', at(2026, 3, 7, 23, 59), 'Earlier this Month'],
    ['the first of this month', at(2026, 3, 1, 0, 0), 'Earlier this Month'],
    ['the last day of the month before', at(2026, 2, 28, 23, 59), 'Expired'],
    ['the same month a year ago', at(2025, 3, 24), 'Expired'],
  ])('%s', (_, created, expected) => expect(label(created, now)).toBe(expected));

  test('counts weeks across the end of a month or year', () => {
    expect(label(at(2026, 2, 24), at(2026, 3, 3))).toBe('Last Week');
    expect(label(at(2025, 12, 28), at(2026, 1, 5))).toBe('Last Week');
    expect(label(at(2025, 12, 27), at(2026, 1, 5))).toBe('Two Weeks Ago');
  });

  test('is not affected by daylight saving changes [R13]', () => {
    expect(label(at(2026, 3, 7, 23, 30), at(2026, 3, 8, 4))).toBe('Yesterday');
    expect(label(at(2026, 10, 31, 23, 30), at(2026, 11, 1, 4))).toBe('Yesterday');
    expect(label(at(2026, 3, 8, 0, 10), at(2026, 3, 14))).toBe('Sunday');
  });
});
