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
  'what only an interaction needs may load at the first %s',
  async (sign) => {
    const isOver = await wait();
    expect(isOver()).toBe(false);
    window.dispatchEvent(new Event(sign));
    await vi.advanceTimersByTimeAsync(0);
    expect(isOver()).toBe(true);
  },
);

test('on a page that nobody touches it loads after three seconds', async () => {
  const isOver = await wait();
  await vi.advanceTimersByTimeAsync(2999);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});
