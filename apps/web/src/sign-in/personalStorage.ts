import { subjectOf } from '@portico/client/subjectOf';
import { readTokens } from './sessionCookies.ts';

/*
 * What this browser keeps for the person who is signed in, beyond the tab. Each value carries whose it is: another person
 * at the same browser never gets it, and signing out takes all of it away. A browser without storage keeps nothing.
 */
const PREFIX = 'portico.personal.';

interface Kept {
  person: string;
  value: unknown;
}

/** The value kept under `name` for this person, as it was written, by whatever build; undefined when there is none. */
export function readPersonal(name: string): unknown {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as Partial<Kept> | null;
    return kept?.person !== undefined && kept.person === person() ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

export function writePersonal(name: string, value: unknown): void {
  const owner = person();
  if (owner === undefined) return;
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ person: owner, value } satisfies Kept));
  } catch {
    // Full or switched off: then it is not kept.
  }
}

export function clearPersonal(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to clear.
  }
}

function person(): string | undefined {
  const { idToken } = readTokens();
  return idToken === undefined ? undefined : subjectOf(idToken);
}
