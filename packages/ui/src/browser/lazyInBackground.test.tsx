import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyInBackground } from './lazyInBackground.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a background component whose code fails to load is retried with growing delays, and shows once loaded', async () => {
  let attempts = 0;
  const Part = lazyInBackground(async () => {
    attempts += 1;
    if (attempts < 4) throw new TypeError('Failed to fetch dynamically imported module');
    return { default: () => <p>Here</p> };
  });
  render(
    <Suspense fallback={<p>On its way</p>}>
      <Part />
    </Suspense>,
  );
  for (const [waitMs, times] of [
    [0, 1],
    [4_999, 1],
    [1, 2],
    [9_999, 2],
    [1, 3],
    [19_999, 3],
  ] as const) {
    await act(() => vi.advanceTimersByTimeAsync(waitMs));
    expect(attempts).toBe(times);
    expect(screen.queryByText('On its way')).not.toBeNull();
  }
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.queryByText('Here')).not.toBeNull();
});
