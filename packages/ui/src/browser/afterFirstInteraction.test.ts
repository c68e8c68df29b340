import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('PerformanceObserver', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function wait(): Promise<() => boolean> {
  const { afterFirstInteraction } = await import('./afterFirstInteraction.ts');
  let isOver = false;
  void afterFirstInteraction().then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(0);
  return () => isOver;
}

test.each(['pointermove', 'touchstart', 'wheel', 'keydown', 'click'])(
  'code that only interactions need loads at the first %s',
  async (type) => {
    const isOver = await wait();
    expect(isOver()).toBe(false);
    window.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(true);
  },
);

test('code that only interactions need loads after three seconds on an untouched page', async () => {
  const isOver = await wait();
  await vi.advanceTimersByTimeAsync(2999);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});
