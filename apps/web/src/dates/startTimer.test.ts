import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { startTimer } from './startTimer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([1, 24, 30, 365])('a timer of %i days fires once, and not early', async (days) => {
  const work = vi.fn();
  startTimer(days * DAY_MS, work);
  await vi.advanceTimersByTimeAsync(days * DAY_MS - 1);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([0, 26])('a timer of 30 days that is canceled after %i days never fires', async (days) => {
  const work = vi.fn();
  const cancel = startTimer(30 * DAY_MS, work);
  await vi.advanceTimersByTimeAsync(days * DAY_MS);
  cancel();
  await vi.advanceTimersByTimeAsync(60 * DAY_MS);
  expect(work).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});
