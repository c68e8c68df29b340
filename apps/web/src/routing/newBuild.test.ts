import { beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { hasLostFile, hasNewBuild, watchBuild } from './newBuild.ts';

let requested: string[];
let latest: () => Response | Promise<Response>;
let own: () => Response;

describe('a new build', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    requested = [];
    latest = () => Response.json({ id: 'b1' });
    own = () => Response.json({ id: 'b1', files: [], routes: [] });
    vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
      expect(options.cache).toBe('no-cache');
      requested.push(address);
      return address === '/builds/latest.json' ? await latest() : own();
    });
    return () => vi.useRealTimers();
  });

  test('is checked for once an hour, by the id in the latest manifest [BUILD-001]', async () => {
    const stop = watchBuild('b1');
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
    expect(requested).toEqual(['/builds/b1.json']);
    await vi.advanceTimersByTimeAsync(1);
    expect(requested).toEqual(['/builds/b1.json', '/builds/latest.json']);
    expect(hasNewBuild()).toBe(false);
    latest = () => Response.json({ id: 'b2' });
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(hasNewBuild()).toBe(true);
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
    expect(requested).toHaveLength(3);
    stop();
  });

  test('is detected when the server no longer knows this document’s build [BUILD-002]', async () => {
    own = () => new Response('', { status: 404 });
    watchBuild('b0');
    await vi.advanceTimersByTimeAsync(0);
    expect(hasNewBuild()).toBe(true);
  });

  test.each([
    ['can’t be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['fails', () => new Response('', { status: 503 })],
    ['sends an unreadable response', () => new Response('<!doctype html>')],
    ['names no build', () => Response.json({ id: 7 })],
  ])('is not assumed when the server %s', async (_, answer) => {
    latest = answer;
    own = () => new Response('', { status: 500 });
    const stop = watchBuild('b1');
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(hasNewBuild()).toBe(false);
    expect(requested.filter((address) => address === '/builds/latest.json')).toHaveLength(2);
    stop();
  });

  test('is assumed when a file of this build fails to load [BUILD-004]', () => {
    const stop = watchBuild('b1');
    window.dispatchEvent(new Event('vite:preloadError'));
    expect(hasNewBuild()).toBe(true);
    stop();
  });

  test('is not assumed when a file fails to load offline', async () => {
    const stop = watchBuild('b1');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    window.dispatchEvent(new Event('vite:preloadError'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(hasNewBuild()).toBe(false);
    stop();
  });

  test('is assumed when a file fails to load while the server responds, even if the browser says it is offline [BASE-031]', async () => {
    const stop = watchBuild('b1');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', async () => Response.json({ build: 'b2' }));
    window.dispatchEvent(new Event('vite:preloadError'));
    await expect.poll(hasNewBuild).toBe(true);
    expect(hasLostFile()).toBe(true);
    stop();
  });

  test('that is known proves no connection; a file that is lost after that does, if the server responds [BASE-031]', async () => {
    own = () => new Response('', { status: 404 });
    const stop = watchBuild('b0');
    await vi.advanceTimersByTimeAsync(0);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect([hasNewBuild(), hasLostFile()]).toEqual([true, false]);
    vi.stubGlobal('fetch', async () => Response.json({ build: 'b2' }));
    window.dispatchEvent(new Event('vite:preloadError'));
    await expect.poll(hasLostFile).toBe(true);
    stop();
  });

  test('is not checked for in development, nor after the check is stopped', async () => {
    watchBuild('unbuilt');
    watchBuild('b1')();
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
    expect(requested).toEqual(['/builds/b1.json']);
  });
});
