import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hasNewBuild, watchBuild } from './newBuild.ts';

const HOUR_MS = 60 * 60_000;

let asked: string[];
let latest: () => Response | Promise<Response>;
let own: () => Response;

describe('a new build', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    asked = [];
    latest = () => Response.json({ id: 'b1' });
    own = () => Response.json({ id: 'b1', files: [], routes: [] });
    vi.stubGlobal('fetch', async (address: string, options: RequestInit) => {
      expect(options.cache).toBe('no-cache');
      asked.push(address);
      return address === '/builds/latest.json' ? await latest() : own();
    });
    return () => vi.useRealTimers();
  });

  test('is looked for once an hour, by the id of the latest manifest [BUILD-001]', async () => {
    const stop = watchBuild('b1');
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
    expect(asked).toEqual(['/builds/b1.json']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['/builds/b1.json', '/builds/latest.json']);
    expect(hasNewBuild()).toBe(false);
    latest = () => Response.json({ id: 'b2' });
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(hasNewBuild()).toBe(true);
    await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
    expect(asked).toHaveLength(3);
    stop();
  });

  test('is there when the server does not know this document’s build any more [BUILD-002]', async () => {
    own = () => new Response('', { status: 404 });
    watchBuild('b0');
    await vi.advanceTimersByTimeAsync(0);
    expect(hasNewBuild()).toBe(true);
  });

  test.each([
    ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['fails', () => new Response('', { status: 503 })],
    ['says nothing that we understand', () => new Response('<!doctype html>')],
    ['names no build', () => Response.json({ id: 7 })],
  ])('is not there because the server %s', async (_, answer) => {
    latest = answer;
    own = () => new Response('', { status: 500 });
    const stop = watchBuild('b1');
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
    expect(hasNewBuild()).toBe(false);
    expect(asked.filter((address) => address === '/builds/latest.json')).toHaveLength(2);
    stop();
  });

  test('is likely when a file of this one did not load [BUILD-004]', () => {
    const stop = watchBuild('b1');
    window.dispatchEvent(new Event('vite:preloadError'));
    expect(hasNewBuild()).toBe(true);
    stop();
  });

  test('is not there because a file did not load without a connection', () => {
    const stop = watchBuild('b1');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('vite:preloadError'));
    expect(hasNewBuild()).toBe(false);
    stop();
  });

  test('is not looked for in development, nor once the document is left', async () => {
    watchBuild('unbuilt');
    watchBuild('b1')();
    await vi.advanceTimersByTimeAsync(3 * HOUR_MS);
    expect(asked).toEqual(['/builds/b1.json']);
  });
});
