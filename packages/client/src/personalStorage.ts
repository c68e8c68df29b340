/*
 * What a browser keeps for a person beyond the tab. Each value carries whose it is: another person at the same browser never
 * gets it, and signing out of the portal takes all of it away. A browser without storage keeps nothing.
 */
const PREFIX = 'portico.personal.';

interface Kept {
  person: string;
  value: unknown;
}

export interface PersonalStorage {
  /** The value kept under `name` for this person, as it was written, by whatever build; undefined when there is none. */
  read: (name: string) => unknown;
  /** False when the browser does not keep it. */
  write: (name: string, value: unknown) => boolean;
  remove: (name: string) => void;
  /** Told when another tab writes or removes it. Answers what stops it. */
  onChange: (name: string, listener: () => void) => () => void;
}

/** `person` tells whose it is: the subject of the tokens, undefined while nobody is signed in. */
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
        // Full or switched off.
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
        // Without a key all of it was cleared.
        if (event.key === null || event.key === PREFIX + name) listener();
      };
      window.addEventListener('storage', hear);
      return () => window.removeEventListener('storage', hear);
    },
  };
}

/** Takes away what this browser keeps, for whomever. */
export function clearPersonalStorage(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to clear.
  }
}
