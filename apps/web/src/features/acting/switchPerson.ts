import { writeActingFor } from '../../sign-in/actingFor.ts';
import { browser } from '../../sign-in/browser.ts';

/**
 * Acts for a person in this tab, or for the user again, and opens `path`. A full load leaves nothing of the one in the
 * other’s pages.
 */
export function switchPerson(personId: string | undefined, path = '/'): void {
  writeActingFor(personId);
  browser.assign(path);
}
