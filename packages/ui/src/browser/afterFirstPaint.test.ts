import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Listener = (list: { getEntriesByName: (name: string) => unknown[] }) => void;

let paint: (name: string) => void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      static supportedEntryTypes = ['paint'];
      constructor(listener: Listener) {
        paint = (name) => listener({ getEntriesByName: (wanted) => (wanted === name ? [{}] : []) });
      }
      observe() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function wait(): Promise<() => boolean> {
  const { afterFirstPaint } = await import('./afterFirstPaint.ts');
  let isOver = false;
  void afterFirstPaint().then(() => (isOver = true));
  return () => isOver;
}

test('afterFirstPaint waits for the first content, not for the first empty paint', async () => {
  const isOver = await wait();
  paint('first-paint');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(false);
  paint('first-contentful-paint');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

test.each([
  ['a background page', 'hidden', 2000],
  ['a visible page that is never painted', 'visible', 10_000],
] as const)('afterFirstPaint resolves on %s, which is %s, after %d ms', async (_, visibility, waitMs) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  const isOver = await wait();
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver()).toBe(true);
});
