import type { StoredDraft } from './draftStore.queries.ts';
import type { StoredVersion } from './savedChanges.queries.ts';
import type { StandingFacts } from './standing.queries.ts';

/** How long saves of a person may rely on what one of them has read. */
export const READ_AGAIN_MS = 10_000;
/** How long every save of an item reads it after another process has changed it, because that one may go on. */
const CONTESTED_MS = 1000;
/** The most that is kept of all items, as JSON. */
const MAX_BYTES = 8_000_000;
/** More than a tab on a bad line has not heard of. */
const MAX_SAVES = 40;

/** An item as a save has found or left it. */
export interface KnownItem {
  storedDraft: StoredDraft;
  facts: StandingFacts;
  /** Differs after every write of the draft; null if there is none. */
  draftRow: string | null;
  /** Differs after every write of the item. */
  itemRow: string;
  /** All saves after the one with the number `since`. */
  since: number;
  saves: readonly StoredVersion[];
}

/**
 * Who reads an item, their name, whether they are noted as a writer of its draft, and when they read it, as
 * `performance.now()`.
 */
export interface ItemReader {
  id: string;
  name: string;
  isWriter: boolean;
  readAt: number;
}

interface Kept {
  known: KnownItem;
  bytes: number;
  readers: ReadonlyMap<string, ItemReader>;
  isTaken: boolean;
}

/**
 * Items that are being written, as the latest save in this process has left them. They can have changed since, which
 * only a write can tell. Source: decisions/0383.
 */
export interface RecentItems {
  /**
   * The item, if this person has read it a moment ago, the saves since `base` are known and no other save has taken it.
   * Ends with one of the other calls.
   */
  take(itemId: string, person: { id: string; base: number }): { known: KnownItem; reader: ItemReader } | undefined;
  putBack(itemId: string): void;
  /** A save has left the item like this. `bytes` is the size of its draft as JSON. */
  keep(known: KnownItem, reader: ItemReader, bytes: number): void;
  /** Somebody else has changed the item. */
  forget(itemId: string): void;
}

export function createRecentItems(): RecentItems {
  /** Those kept last come last. */
  const items = new Map<string, Kept>();
  const contested = new Map<string, number>();
  let total = 0;

  function drop(itemId: string): void {
    total -= items.get(itemId)?.bytes ?? 0;
    items.delete(itemId);
  }

  /** Drops what nobody may rely on any more, and the oldest of what is too much. */
  function tidy(): void {
    const now = performance.now();
    for (const [itemId, { readers }] of items) {
      const isStale = [...readers.values()].every(({ readAt }) => now - readAt > READ_AGAIN_MS);
      if (!isStale && total <= MAX_BYTES) break;
      drop(itemId);
    }
    for (const [itemId, until] of contested) if (until < now) contested.delete(itemId);
  }

  return {
    take(itemId, { id, base }) {
      const kept = items.get(itemId);
      const reader = kept?.readers.get(id);
      if (!kept || !reader || kept.isTaken || base < kept.known.since) return undefined;
      if (performance.now() - reader.readAt > READ_AGAIN_MS) return undefined;
      kept.isTaken = true;
      return { known: kept.known, reader };
    },
    putBack(itemId) {
      const kept = items.get(itemId);
      if (kept) kept.isTaken = false;
    },
    keep(known, reader, bytes) {
      const { itemId, sequence } = known.storedDraft;
      tidy();
      const before = items.get(itemId);
      if (contested.has(itemId) || (before && before.known.storedDraft.sequence > sequence)) return;
      drop(itemId);
      const saves = known.saves.slice(-MAX_SAVES);
      const since = saves.length < known.saves.length ? known.saves.at(-MAX_SAVES - 1)!.sequence : known.since;
      const readers = new Map([...(before?.readers ?? []), [reader.id, reader]]);
      items.set(itemId, { known: { ...known, saves, since }, bytes, readers, isTaken: false });
      total += bytes;
      tidy();
    },
    forget(itemId) {
      drop(itemId);
      contested.set(itemId, performance.now() + CONTESTED_MS);
    },
  };
}
