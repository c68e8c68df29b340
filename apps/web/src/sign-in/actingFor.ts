/** Not in a cookie, so that each tab decides for itself, and a link in a new tab acts for nobody else. */
export const ACTING_FOR_KEY = 'portico.acting-for';

/** The id of the person for whom the user acts in this tab. The server checks every call. Source: decisions/0311. */
export function readActingFor(): string | undefined {
  try {
    return sessionStorage.getItem(ACTING_FOR_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
