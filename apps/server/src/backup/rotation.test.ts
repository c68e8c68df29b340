import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { backupsToRemove } from './rotation.ts';

const NEWEST = Date.parse('2026-03-31T02:30:00Z');
/** One backup per night, newest first; `night 0` is a Tuesday. */
const nights = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `night ${index}`,
    takenAt: new Date(NEWEST - index * DAY_MS).toISOString(),
  }));
const remaining = (...given: Parameters<typeof backupsToRemove<{ id: string; takenAt: string }>>) => {
  const gone = new Set(backupsToRemove(...given).map(({ id }) => id));
  return given[0].filter(({ id }) => !gone.has(id)).map(({ takenAt }) => takenAt.slice(0, 10));
};
const none = { daily: 0, weekly: 0, monthly: 0 };

describe('rotation', () => {
  test('the configured number of daily backups is retained, and older ones are removed [OPS-225]', () => {
    expect(backupsToRemove(nights(7), { ...none, daily: 7 }, undefined)).toEqual([]);
    expect(backupsToRemove(nights(8), { ...none, daily: 7 }, undefined).map(({ id }) => id)).toEqual(['night 7']);
  });

  test('the last backup of each week, from Monday to Sunday, is retained [OPS-225]', () => {
    expect(remaining(nights(16), { ...none, weekly: 3 }, undefined)).toEqual([
      '2026-03-31',
      '2026-03-29',
      '2026-03-22',
    ]);
    expect(remaining(nights(16), { ...none, weekly: 2 }, undefined)).toEqual(['2026-03-31', '2026-03-29']);
  });

  test('the last backup of each month is retained [OPS-225]', () => {
    expect(remaining(nights(70), { ...none, monthly: 3 }, undefined)).toEqual([
      '2026-03-31',
      '2026-02-28',
      '2026-01-31',
    ]);
    expect(remaining(nights(70), { ...none, monthly: 2 }, undefined)).toEqual(['2026-03-31', '2026-02-28']);
  });

  test('only the last of several backups on one day is retained [OPS-225]', () => {
    const [night] = nights(1);
    const morning = { id: 'morning', takenAt: '2026-03-31T09:00:00.000Z' };
    expect(backupsToRemove([night!, morning], { ...none, daily: 7 }, undefined)).toEqual([night]);
  });

  test('the newest and the last verified backup are always retained [OPS-225]', () => {
    expect(backupsToRemove(nights(3), none, 'night 2').map(({ id }) => id)).toEqual(['night 1']);
    expect(backupsToRemove([], none, undefined)).toEqual([]);
  });

  test('no backup is removed just because no new ones are made [OPS-225]', () => {
    const old = nights(3).map((one) => ({ ...one, takenAt: one.takenAt.replace('2026', '2020') }));
    expect(backupsToRemove(old, { ...none, daily: 3 }, undefined)).toEqual([]);
  });
});
