import { ACTING_FOR_KEY } from './actingFor.ts';
import { browser } from './browser.ts';

/**
 * For whom this tab acts from the next document on, or the viewing by which it shows the portal; nobody but the user
 * without an id.
 */
export function writeActingFor(personId?: string): void {
  if (personId === undefined) sessionStorage.removeItem(ACTING_FOR_KEY);
  else sessionStorage.setItem(ACTING_FOR_KEY, personId);
}

/**
 * Acts for a person in this tab, or for the user again, and opens `path`. A full load leaves nothing of the one in the
 * other’s pages.
 */
export function switchPerson(personId: string | undefined, path = '/'): void {
  writeActingFor(personId);
  browser.assign(path);
}
