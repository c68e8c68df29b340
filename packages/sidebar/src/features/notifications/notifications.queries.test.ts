import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { pollDelayMs } from './notifications.queries.ts';

const good = { status: 'success', dataUpdatedAt: 1_000_000, errorUpdatedAt: 0, errorUpdateCount: 0 } as const;
const failed = (afterMs: number, jitter = 0) =>
  pollDelayMs({
    status: 'error',
    dataUpdatedAt: 1_000_000,
    errorUpdatedAt: 1_000_000 + afterMs + jitter,
    errorUpdateCount: 7,
  });

test('notifications are polled every 60000 ms [NOTIF-023]', () => {
  expect(pollDelayMs(good)).toBe(60_000);
});

test('while polling fails, the interval grows with the time since the last success, up to ten minutes [B3]', () => {
  expect(failed(60_000)).toBe(60_000);
  expect(failed(120_000)).toBe(120_000);
  expect(failed(240_000)).toBe(240_000);
  expect(failed(HOUR_MS)).toBe(600_000);
});

test('retry intervals have a jitter of up to half, derived from the time of the failure [B3]', () => {
  expect(failed(60_000, 500)).toBe(60_500 * 1.25);
  expect(failed(HOUR_MS, 999)).toBeCloseTo(600_000 * 1.4995);
});

test('before the first success, the poll interval depends on the number of failures [B3]', () => {
  const neverSucceeded = (errorUpdateCount: number) =>
    pollDelayMs({ status: 'error', dataUpdatedAt: 0, errorUpdatedAt: 5000, errorUpdateCount });
  expect([1, 2, 3, 9].map(neverSucceeded)).toEqual([60_000, 120_000, 240_000, 600_000]);
});
