import { LRUCache } from 'lru-cache';

export interface TokenCacheLimits {
  maxEntries: number;
  /** Entries that were not set again for this long are removed. */
  maxAgeMs: number;
}

/** Entries by the digest of a pair of tokens. Beyond `maxEntries` the least recently used one goes. */
export function createTokenCache<Entry extends object>(
  { maxEntries, maxAgeMs }: TokenCacheLimits,
  now: () => Date,
): LRUCache<string, Entry> {
  return new LRUCache({
    max: maxEntries,
    ttl: maxAgeMs,
    ttlResolution: 0,
    ttlAutopurge: true,
    perf: { now: () => now().getTime() },
  });
}
