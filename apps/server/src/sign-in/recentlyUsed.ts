export interface Limits {
  maxSize: number;
  /** Entries not set again within this time are dropped. */
  maxAgeMs: number;
}

export interface RecentlyUsed<Value> {
  readonly size: number;
  get(key: string): Value | undefined;
  /** Sets a value and drops entries that are too old or too many. */
  keep(key: string, value: Value): void;
  delete(key: string): void;
}

/** A map that drops the entries set longest ago. */
export function createRecentlyUsed<Value>({ maxSize, maxAgeMs }: Limits, now: () => Date): RecentlyUsed<Value> {
  /** In the order in which they were set. */
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
