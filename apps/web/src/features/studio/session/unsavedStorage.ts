import { createPersonalStorage, personalNames } from '@portico/client/personalStorage';
import type { PendingChange, Unsaved } from './sessionState.ts';

/** What a tab has written into an item and the server does not have. */
export interface UnsavedStorage {
  read: () => Unsaved | undefined;
  /** False when the browser can't store it. */
  write: (unsaved: Unsaved) => boolean;
  remove: () => void;
  /**
   * Makes what another tab left this tab's, e.g. after a crash, and returns it; undefined when there is nothing. That
   * tab must be gone.
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
  const name = prefixOf(itemId) + clientId;
  const read = () => storage.read(name) as Unsaved | undefined;
  return {
    read,
    write: (unsaved) => storage.write(name, unsaved),
    remove: () => storage.remove(name),
    takeOver: (otherId) => {
      const other = prefixOf(itemId) + otherId;
      const left = storage.read(other) as Unsaved | undefined;
      if (!left) return undefined;
      // Both would not fit where storage is nearly full.
      storage.remove(other);
      const own = read();
      if (!storage.write(name, own ? joined(own, left) : left)) storage.write(other, left);
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
