import { createPersonalStorage, personalNames } from '@portico/client/personalStorage';
import type { PendingChange, Unsaved } from './sessionState.ts';

/** Stores the unsaved changes of a tab to an item. */
export interface UnsavedStorage {
  read: () => Unsaved | undefined;
  /** Returns false if the browser can't store it. */
  write: (unsaved: Unsaved) => boolean;
  /** Called when everything is saved. */
  remove: () => void;
  /** Like `remove`, but keeps the changes of other tabs. */
  removeOwn: () => void;
  /**
   * Takes over and returns the unsaved changes of another tab, for example after a crash; undefined if there are none.
   * That tab must be closed. Its copy stays until this tab has stored or saved all of it.
   */
  takeOver: (otherId: string) => Unsaved | undefined;
}

const prefixOf = (itemId: string) => `studio.${itemId}.`;

/** Storage of one tab for one item. It belongs to the person and survives the sign-in session. */
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
  /** Copies of other tabs that could not be merged into this tab's copy for lack of space. */
  const leftovers = new Map<string, Unsaved>();
  const read = () => {
    const copies = [storage.read(name) as Unsaved | undefined, ...leftovers.values()].filter(
      (each) => each !== undefined,
    );
    return copies.length === 0 ? undefined : copies.reduce(joined);
  };
  const removeLeftovers = () => {
    for (const other of leftovers.keys()) storage.remove(nameOf(other));
  };
  const write = (unsaved: Unsaved): boolean => {
    // Both copies may not fit if storage is nearly full.
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

/** Ids of the tabs with unsaved changes of this person to an item, whether they are open or closed. */
export function tabsWithUnsaved(itemId: string, person: string | undefined): string[] {
  const storage = createPersonalStorage(() => person);
  const prefix = prefixOf(itemId);
  return personalNames()
    .filter((name) => name.startsWith(prefix) && storage.read(name) !== undefined)
    .map((name) => name.slice(prefix.length));
}

/**
 * The unsaved changes of two tabs. A batch that may have reached the server keeps its id, so that it is not applied
 * twice.
 */
export function joined(own: Unsaved, other: Unsaved): Unsaved {
  const { batchId, base, changes } = other.inFlight ?? { batchId: '', base: 0, changes: [] };
  const sent = changes.map((change): PendingChange => ({ base, change, batchId }));
  return {
    inFlight: own.inFlight,
    pending: [...own.pending, ...sent, ...other.pending],
    conflicts: [...own.conflicts, ...other.conflicts],
  };
}
