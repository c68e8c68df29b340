import { beforeEach, describe, expect, test, vi } from 'vitest';
import { watchLeaving } from '../testPortal.ts';
import { isChunkError, loadPage, reloadOnce } from './loadPage.ts';

describe('the code of a page', () => {
  test('is fetched once, when the page is first needed [ROUTE-004]', async () => {
    const load = vi.fn(async () => ({ Page: () => null }));
    const page = loadPage(load);
    expect(load).not.toHaveBeenCalled();
    await Promise.all([page.preload?.(), page.preload?.()]);
    await page.preload?.();
    expect(load).toHaveBeenCalledOnce();
  });

  test('is requested again after a failed fetch', async () => {
    const load = vi.fn(async () => ({ Page: () => null })).mockRejectedValueOnce(new Error('offline'));
    const page = loadPage(load);
    await expect(page.preload?.()).rejects.toThrow('offline');
    await page.preload?.();
    expect(load).toHaveBeenCalledTimes(2);
  });
});

describe('a missing file of an older build', () => {
  let left: string[];
  beforeEach(() => {
    sessionStorage.clear();
    left = watchLeaving();
  });

  test('is recognized by the browsers’ error messages', () => {
    for (const message of [
      'Failed to fetch dynamically imported module: https://portal.test/assets/x.js',
      'error loading dynamically imported module',
      'Importing a module script failed.',
      'Unable to preload CSS for /assets/x.css',
    ])
      expect(isChunkError(new TypeError(message))).toBe(true);
    expect(isChunkError(new TypeError('x is not a function'))).toBe(false);
  });

  test('reloads the document, but not twice within ten seconds', () => {
    expect(reloadOnce(100_000)).toBe(true);
    expect(reloadOnce(109_999)).toBe(false);
    expect(left).toEqual(['reload']);
    expect(reloadOnce(110_000)).toBe(true);
    expect(left).toEqual(['reload', 'reload']);
  });
});
