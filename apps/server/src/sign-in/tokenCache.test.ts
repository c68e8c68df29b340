import { afterEach, expect, test, vi } from 'vitest';
import { createTokenCache, type TokenCacheLimits } from './tokenCache.ts';

afterEach(() => void vi.useRealTimers());

function cacheWithClock(limits: TokenCacheLimits) {
  const clock = { now: 1_000_000 };
  const cache = createTokenCache<{ value: number }>(limits, { now: () => clock.now });
  return {
    cache,
    setAt: (time: number, key: string) => {
      clock.now = 1_000_000 + time;
      cache.set(key, { value: time });
    },
  };
}

test('an entry that is set again stays, and an idle one expires whatever else is set [R14]', () => {
  const { cache, setAt } = cacheWithClock({ maxEntries: 10, maxAgeMs: 1000 });
  setAt(0, 'idle');
  setAt(0, 'used');
  setAt(900, 'used');
  setAt(1000, 'other');
  expect(cache.get('idle')).toEqual({ value: 0 });
  setAt(1001, 'other');
  expect([cache.get('idle'), cache.get('used'), cache.get('other')]).toEqual([
    undefined,
    { value: 900 },
    { value: 1001 },
  ]);
  expect(cache.size).toBe(2);
});

test('idle entries are removed from memory even if nobody requests them [R14]', async () => {
  const { cache, setAt } = cacheWithClock({ maxEntries: 10, maxAgeMs: 20 });
  setAt(0, 'idle');
  setAt(21, 'other');
  await expect.poll(() => cache.size).toBe(1);
  expect(cache.has('other')).toBe(true);
});

test('beyond its limit the cache drops the least recently used entry, and deleting makes room', () => {
  const { cache, setAt } = cacheWithClock({ maxEntries: 2, maxAgeMs: 1000 });
  setAt(1, 'a');
  setAt(2, 'b');
  setAt(3, 'a');
  setAt(4, 'c');
  expect([...cache.keys()].sort()).toEqual(['a', 'c']);
  cache.delete('a');
  setAt(5, 'd');
  expect([...cache.keys()].sort()).toEqual(['c', 'd']);
});

test("the cache uses the process's uptime, not the time of day", () => {
  const cache = createTokenCache<{ value: number }>({ maxEntries: 2, maxAgeMs: 1000 });
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2031-02-01T09:00:00Z');
  cache.set('a', { value: 1 });
  vi.setSystemTime('2031-01-01T09:00:00Z');
  expect(cache.getRemainingTTL('a')).toBeLessThanOrEqual(1000);
  vi.setSystemTime('2031-03-01T09:00:00Z');
  expect(cache.get('a')).toEqual({ value: 1 });
});
