const KEY = 'portico.fresh-sign-in';

/** A sign-in that the server hasn't accepted yet. If the server rejects it, something is misconfigured. */
export function markFresh(): void {
  try {
    sessionStorage.setItem(KEY, '1');
  } catch {
    // Without storage, a rejection ends the session like any other.
  }
}

/** Records that the server has accepted the tokens. */
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
