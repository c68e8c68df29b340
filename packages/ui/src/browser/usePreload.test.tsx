import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePreload } from './usePreload.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Three seconds without an interaction, and then time until the page is idle. */
const becomeIdle = () => vi.advanceTimersByTimeAsync(8_000);

test('code is preloaded once the page is idle', async () => {
  const load = vi.fn(async () => {});
  renderHook(() => usePreload(load));
  expect(load).not.toHaveBeenCalled();
  await becomeIdle();
  expect(load).toHaveBeenCalledOnce();
});

test('while the browser is offline nothing is preloaded; once it is back, it is', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => {});
  renderHook(() => usePreload(load));
  await becomeIdle();
  expect(load).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(load).toHaveBeenCalledOnce();
});

test('a page that has been left preloads nothing', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = vi.fn(async () => {});
  const { unmount } = renderHook(() => usePreload(load));
  await becomeIdle();
  unmount();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  expect(load).not.toHaveBeenCalled();
});
