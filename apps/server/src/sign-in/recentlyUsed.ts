export interface Limits {
  maxSize: number;
  /** What was not kept again for so long is forgotten. */
  maxAgeMs: number;
}

export interface RecentlyUsed<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  /** Keeps a value from now on, and forgets others that nobody has kept for too long, or that there are too many of. */
  keep(key: string, value: Value): void;
  delete(key: string): void;
}

/** Values by key for as long as they are kept again and again, the longest ago first to be forgotten. */
export function createRecentlyUsed<Value>({ maxSize, maxAgeMs }: Limits, now: () => Date): RecentlyUsed<Value> {
  /** In the order in which they were kept. */
  const kept = new Map<string, { value: Value; since: number }>();
  return {
    get size() {
      return kept.size;
    },
    get: (key) => kept.get(key)?.value,
    keep(key, value) {
      const time = now().getTime();
      kept.delete(key);
      kept.set(key, { value, since: time });
      for (const [other, { since }] of kept) {
        if (kept.size <= maxSize && time - since <= maxAgeMs) break;
        kept.delete(other);
      }
    },
    delete: (key) => void kept.delete(key),
  };
}
