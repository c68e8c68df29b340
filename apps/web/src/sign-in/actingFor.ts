/** Not in a cookie, so that each tab decides for itself, and a link in a new tab acts for nobody else. */
const KEY = 'portico.acting-for';

/** Starts to act for a person in this tab, or ends it. Takes effect with the next document, which holds nothing else. */
export function writeActingFor(personId?: string): void {
  if (personId === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, personId);
}

/** The id of the person for whom the user acts in this tab. The server checks every call. Source: decisions/0311. */
export function readActingFor(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
