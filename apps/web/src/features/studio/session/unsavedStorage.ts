import { createPersonalStorage, personalNames } from '@portico/client/personalStorage';
import type { PendingChange, Unsaved } from './sessionState.ts';

/** What a tab has written into an item and the server does not have. */
export interface UnsavedStorage {
  read: () => Unsaved | undefined;
  /** False when the browser can't store it. */
  write: (unsaved: Unsaved) => boolean;
  /** For what is saved. */
  remove: () => void;
  /** Like `remove`, without what other tabs left. */
  removeOwn: () => void;
  /**
   * Makes what another tab left this tab's, e.g. after a crash, and returns it; undefined when there is nothing. That
   * tab must be gone. Its copy stays until this tab has stored or saved all of it.
   */
  takeOver: (otherId: string) => Unsaved | undefined;
}

const prefixOf = (itemId: string) => `studio.${itemId}.`;

/** Storage of one tab for one item. It belongs to the person and outlives the sign-in session. */
export function createUnsavedStorage({
  itemId,
  clientId,
  person,
}: {
  itemId: string;
  clientId: string;
  person: string | undefined;
}): UnsavedStorage {
  const storage = createPersonalStorage(() => person);
  const nameOf = (tabId: string) => prefixOf(itemId) + tabId;
  const name = nameOf(clientId);
  /** Copies of other tabs that there was no room to join with this one's. */
  const leftovers = new Map<string, Unsaved>();
  const read = () => {
    const kept = [storage.read(name) as Unsaved | undefined, ...leftovers.values()].filter(
      (each) => each !== undefined,
    );
    return kept.length === 0 ? undefined : kept.reduce(joined);
  };
  const removeLeftovers = () => {
    for (const other of leftovers.keys()) storage.remove(nameOf(other));
  };
  const write = (unsaved: Unsaved): boolean => {
    // Both would not fit where storage is nearly full.
    removeLeftovers();
    const isStored = storage.write(name, unsaved);
    if (isStored) leftovers.clear();
    for (const [other, left] of leftovers) storage.write(nameOf(other), left);
    return isStored;
  };
  return {
    read,
    write,
    remove: () => {
      storage.remove(name);
      removeLeftovers();
      leftovers.clear();
    },
    removeOwn: () => storage.remove(name),
    takeOver: (otherId) => {
      const left = storage.read(nameOf(otherId)) as Unsaved | undefined;
      if (!left) return undefined;
      const own = read();
      leftovers.set(otherId, left);
      write(own ? joined(own, left) : left);
      return left;
    },
  };
}

/** Ids of the tabs that have left something of this person's in an item, whether they are open or gone. */
export function tabsWithUnsaved(itemId: string, person: string | undefined): string[] {
  const storage = createPersonalStorage(() => person);
  const prefix = prefixOf(itemId);
  return personalNames()
    .filter((name) => name.startsWith(prefix) && storage.read(name) !== undefined)
    .map((name) => name.slice(prefix.length));
}

/** What two tabs wrote. A batch that may have arrived keeps its id, so that it is not made twice. */
export function joined(own: Unsaved, other: Unsaved): Unsaved {
  const { batchId, base, changes } = other.inFlight ?? { batchId: '', base: 0, changes: [] };
  const sent = changes.map((change): PendingChange => ({ base, change, batchId }));
  return {
    inFlight: own.inFlight,
    pending: [...own.pending, ...sent, ...other.pending],
    conflicts: [...own.conflicts, ...other.conflicts],
  };
}
