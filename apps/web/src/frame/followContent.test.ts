import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followContent } from './followContent.ts';

const stream = vi.hoisted(() => ({ report: (): void => undefined }));
vi.mock('../api/liveTopics.ts', () => ({
  onTopic: (topic: string, listener: () => void) => {
    if (topic === 'content') stream.report = listener;
    return () => (stream.report = () => undefined);
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Follows an empty cache and counts its refreshes. */
function follow(): { refreshes: () => number; stop: () => void } {
  const cache = new QueryClient();
  const refresh = vi.spyOn(cache, 'invalidateQueries').mockResolvedValue();
  const stop = followContent(cache);
  return { refreshes: () => refresh.mock.calls.length, stop };
}

test('each of four publications in a row causes a refresh within 400 ms [STUDIO-021]', async () => {
  const { refreshes, stop } = follow();
  for (const count of [1, 2, 3, 4]) {
    stream.report();
    await vi.advanceTimersByTimeAsync(400);
    expect(refreshes()).toBe(count);
  }
  stop();
});

test('a long import refreshes pages four times in a burst, then once every five seconds [STUDIO-021]', async () => {
  const { refreshes, stop } = follow();
  for (let second = 0; second < 60; second += 1) {
    stream.report();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(refreshes()).toBeGreaterThanOrEqual(12);
  expect(refreshes()).toBeLessThanOrEqual(16);
  stop();
});
