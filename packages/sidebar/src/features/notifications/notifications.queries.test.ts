import { expect, test } from 'vitest';
import { pollDelayMs } from './notifications.queries.ts';

const good = { status: 'success', dataUpdatedAt: 1_000_000, errorUpdatedAt: 0, errorUpdateCount: 0 } as const;
const failed = (afterMs: number, scatter = 0) =>
  pollDelayMs({
    status: 'error',
    dataUpdatedAt: 1_000_000,
    errorUpdatedAt: 1_000_000 + afterMs + scatter,
    errorUpdateCount: 7,
  });

test('it is asked every 60000 ms [NOTIF-023]', () => {
  expect(pollDelayMs(good)).toBe(60_000);
});

test('while it fails the distances grow with the time it has failed, up to ten minutes [B3]', () => {
  expect(failed(60_000)).toBe(60_000);
  expect(failed(120_000)).toBe(120_000);
  expect(failed(240_000)).toBe(240_000);
  expect(failed(3_600_000)).toBe(600_000);
});

test('they are scattered by up to half, by the moment of the failure [B3]', () => {
  expect(failed(60_000, 500)).toBe(60_500 * 1.25);
  expect(failed(3_600_000, 999)).toBeCloseTo(600_000 * 1.4995);
});

test('without any answer yet the number of failures counts [B3]', () => {
  const never = (errorUpdateCount: number) =>
    pollDelayMs({ status: 'error', dataUpdatedAt: 0, errorUpdatedAt: 5000, errorUpdateCount });
  expect([1, 2, 3, 9].map(never)).toEqual([60_000, 120_000, 240_000, 600_000]);
});
