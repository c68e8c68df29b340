import { LRUCache } from 'lru-cache';

export interface TokenCacheLimits {
  maxEntries: number;
  /** Entries that have not been set again for this long are removed. */
  maxAgeMs: number;
}

/**
 * Entries by the digest of a pair of tokens. Beyond `maxEntries` the least recently used one is dropped. The clock must
 * be monotonic: if it went back, an entry's timer would last that much longer, and a timer of more than 24 days fires
 * every millisecond.
 */
export function createTokenCache<Entry extends object>(
  { maxEntries, maxAgeMs }: TokenCacheLimits,
  clock: { now: () => number } = performance,
): LRUCache<string, Entry> {
  return new LRUCache({
    max: maxEntries,
    ttl: maxAgeMs,
    ttlResolution: 0,
    ttlAutopurge: true,
    perf: clock,
  });
}
