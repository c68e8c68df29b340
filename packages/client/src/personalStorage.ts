/*
 * Values that a browser stores for a user beyond the tab. Each value names its owner: another user of the same browser
 * never gets it, and signing out of the portal removes all of them. A browser without storage stores nothing.
 */
const PREFIX = 'portico.personal.';

interface Kept {
  person: string;
  value: unknown;
}

export interface PersonalStorage {
  /** The value stored under `name` for this user, by any build; undefined when there is none. */
  read: (name: string) => unknown;
  /** False when the browser can't store it. */
  write: (name: string, value: unknown) => boolean;
  remove: (name: string) => void;
  /** Runs `listener` when another tab writes or removes the value. Returns a function that unsubscribes. */
  onChange: (name: string, listener: () => void) => () => void;
}

/** `person` returns the owner: the subject of the tokens, or undefined while signed out. */
export function createPersonalStorage(person: () => string | undefined): PersonalStorage {
  return {
    read: (name) => {
      try {
        const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Partial<Kept> | null;
        return kept?.person !== undefined && kept.person === person() ? kept.value : undefined;
      } catch {
        return undefined;
      }
    },
    write: (name, value) => {
      const owner = person();
      if (owner === undefined) return false;
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify({ person: owner, value } satisfies Kept));
        return true;
      } catch {
        // Storage is full or turned off.
        return false;
      }
    },
    remove: (name) => {
      try {
        localStorage.removeItem(PREFIX + name);
      } catch {
        // Without storage there is nothing to remove.
      }
    },
    onChange: (name, listener) => {
      const hear = (event: StorageEvent) => {
        // The event has no key when everything was cleared.
        if (event.key === null || event.key === PREFIX + name) listener();
      };
      window.addEventListener('storage', hear);
      return () => window.removeEventListener('storage', hear);
    },
  };
}

/** Removes everything that this browser stores, for every user. */
export function clearPersonalStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to clear.
  }
}

/** The names of all stored values, whoever owns them. */
export function personalNames(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
