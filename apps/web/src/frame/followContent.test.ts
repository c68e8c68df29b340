import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followContent } from './followContent.ts';

const stream = vi.hoisted(() => ({ report: (_isGap: boolean): void => undefined }));
vi.mock('../api/liveTopics.ts', () => ({
  onTopic: (_topic: string, listener: (isGap: boolean) => void) => {
    stream.report = listener;
    return () => (stream.report = () => undefined);
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Follows a cache, and returns how often what is shown was fetched again. */
function follow(): { refreshes: () => number; stop: () => void } {
  const cache = new QueryClient();
  const refresh = vi.spyOn(cache, 'invalidateQueries').mockResolvedValue();
  const stop = followContent(cache);
  return { refreshes: () => refresh.mock.calls.length, stop };
}

test('each of a few publications shortly after one another is fetched within 400 ms [STUDIO-021]', async () => {
  const { refreshes, stop } = follow();
  for (const count of [1, 2, 3, 4]) {
    stream.report(false);
    await vi.advanceTimersByTimeAsync(400);
    expect(refreshes()).toBe(count);
  }
  stop();
});

test('of a long import, one publication in five seconds is fetched after the first few [STUDIO-021]', async () => {
  const { refreshes, stop } = follow();
  for (let second = 0; second < 60; second += 1) {
    stream.report(false);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(refreshes()).toBeGreaterThanOrEqual(12);
  expect(refreshes()).toBeLessThanOrEqual(16);
  stop();
});
