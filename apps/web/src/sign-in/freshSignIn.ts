const KEY = 'portico.fresh-sign-in';

/** A sign-in that the server has not accepted yet: a rejection now means that something is set up wrongly. */
export function markFresh(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Without storage, a rejection ends the session like any other.
  }
}

/** The server has accepted the tokens. */
export function markAccepted(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is nothing to remove.
  }
}

export function isFresh(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
