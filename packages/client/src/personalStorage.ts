/*
 * Values that a browser stores for a user across tabs and sessions. Each value records its owner: another user of the
 * same browser never gets it, and signing out of the portal removes all of them. A browser without storage stores
 * nothing.
 */
const PREFIX = 'portico.personal.';

interface StoredValue {
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

/**
 * `person` returns the owner: the subject of the tokens, or undefined while signed out. `actingFor` returns for whom
 * they act, which keeps what they do for others apart from what is theirs.
 */
export function createPersonalStorage(
  person: () => string | undefined,
  actingFor: () => string | undefined = () => undefined,
): PersonalStorage {
  const keyOf = (name: string) => `${PREFIX}${actingFor() ?? ''}${name}`;
  return {
    read: (name) => {
      try {
        const stored = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Partial<StoredValue> | null;
        return stored?.person !== undefined && stored.person === person() ? stored.value : undefined;
      } catch {
        return undefined;
      }
    },
    write: (name, value) => {
      const owner = person();
      if (owner === undefined) return false;
      try {
        localStorage.setItem(keyOf(name), JSON.stringify({ person: owner, value } satisfies StoredValue));
        return true;
      } catch {
        // Storage is full or turned off.
        return false;
      }
    },
    remove: (name) => {
      try {
        localStorage.removeItem(keyOf(name));
      } catch {
        // Without storage there is nothing to remove.
      }
    },
    onChange: (name, listener) => {
      const onStorage = (event: StorageEvent) => {
        // The key is null when everything was cleared.
        if (event.key === null || event.key === keyOf(name)) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
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

/** The names of all stored values, regardless of owner. */
export function personalNames(): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}
