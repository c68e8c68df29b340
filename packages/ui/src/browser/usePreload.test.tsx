import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePreload } from './usePreload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Three seconds without an interaction, then enough time for the page to become idle. */
const becomeIdle = () => vi.advanceTimersByTimeAsync(8_000);

test('code is preloaded once the page is idle', async () => {
  const load = vi.fn(async () => {});
  renderHook(() => usePreload(load));
  expect(load).not.toHaveBeenCalled();
  await becomeIdle();
  expect(load).toHaveBeenCalledOnce();
});

test('preloading waits while the browser is offline', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => {});
  renderHook(() => usePreload(load));
  await becomeIdle();
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledOnce();
});

test('nothing is preloaded after leaving the page', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => {});
  const { unmount } = renderHook(() => usePreload(load));
  await becomeIdle();
  unmount();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(load).not.toHaveBeenCalled();
});
