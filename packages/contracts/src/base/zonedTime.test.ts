import { describe, expect, test } from 'vitest';
import { fromLocal, toLocal } from './zonedTime.ts';

describe('local times', () => {
  test.each([
    ['America/New_York', '2026-12-03T09:30', '2026-12-03T14:30:00.000Z'],
    ['America/New_York', '2026-07-03T09:30', '2026-07-03T13:30:00.000Z'],
    ['America/Phoenix', '2026-07-03T00:00', '2026-07-03T07:00:00.000Z'],
    ['Pacific/Honolulu', '2026-12-31T23:59', '2027-01-01T09:59:00.000Z'],
    ['UTC', '2026-02-28T12:00', '2026-02-28T12:00:00.000Z'],
  ])('in %s convert between %s and %s', (zone, local, instant) => {
    expect(fromLocal(local, zone)).toBe(instant);
    expect(toLocal(instant, zone)).toBe(local);
  });

  test('skipped in spring move an hour later, and those repeated in fall mean the first occurrence', () => {
    expect(toLocal(fromLocal('2026-03-08T02:30', 'America/New_York')!, 'America/New_York')).toBe('2026-03-08T03:30');
    expect(fromLocal('2026-11-01T01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  });

  test('need a date and a time', () => {
    expect(fromLocal('', 'UTC')).toBeUndefined();
    expect(fromLocal('2026-12', 'UTC')).toBeUndefined();
  });
});
