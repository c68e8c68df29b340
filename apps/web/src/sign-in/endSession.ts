import type { PortalSettings } from '@portico/contracts/portalSettings';
import { signInPaths } from '@portico/contracts/portalSettings';
import { browser } from './browser.ts';
import { clearPersonal } from './personalStorage.ts';
import { safeReturnPath } from './returnPath.ts';
import { clearSession, readTokens } from './sessionCookies.ts';
import { readSettings } from './settings.ts';
import { notifyOtherTabs } from './signOut.ts';
import { readEnding, storeEnding, type Problem, type StoredEnding } from './storedEnding.ts';
import { clearVisitedPages } from './visitedPages.ts';

/**
 * How this tab's session ended: by the user, because the server rejected the tokens at `returnPath`, or because it
 * rejected them right after sign-in, in which case signing in again would not help.
 */
export type Ending =
  | { by: 'person' }
  | { by: 'server'; returnPath: string }
  | { by: 'setup'; returnPath: string; problem: Problem; providerLogout: string | undefined };

/**
 * The work of /logout. With tokens: removes them and this tab's data, notifies the other tabs and goes to the
 * provider's logout, returning undefined. Without tokens (on the return page): returns how the session ended. Source:
 * spec §4, TRUST S6.
 */
export function endSession(): Ending | undefined {
  const ending = readEnding();
  const { idToken, accessToken } = readTokens();
  if (idToken ?? accessToken) {
    clearSession();
    clearTabStorage();
    // After a rejection, for example because of a wrong clock, the user's unsent input must survive. Source:
    // TRUST B1.
    if (!ending) clearPersonal();
    clearVisitedPages();
    if (ending) storeEnding(ending);
    const address = logoutAddress(readSettings().signIn, ending?.hint === false ? undefined : idToken);
    if (ending?.problem) return afterFreshSignIn(ending, ending.problem, address);
    notifyOtherTabs();
    if (address) {
      browser.replace(address);
      return undefined;
    }
  }
  if (ending?.problem) return afterFreshSignIn(ending, ending.problem, logoutAddress(readSettings().signIn, undefined));
  return ending ? { by: 'server', returnPath: safeReturnPath(ending.returnPath) } : { by: 'person' };
}

/** Doesn't go to the provider's logout, which would hide the problem, and the next sign-in would fail the same way. */
function afterFreshSignIn({ returnPath }: StoredEnding, problem: Problem, providerLogout: string | undefined): Ending {
  return { by: 'setup', returnPath: safeReturnPath(returnPath), problem, providerLogout };
}

/**
 * The provider's logout address for this portal, if it has one. Source: OpenID Connect RP-Initiated Logout §2,
 * Cognito's /logout.
 */
export function logoutAddress(
  { logout, clientId }: PortalSettings['signIn'],
  idToken: string | undefined,
): string | undefined {
  if (!logout) return undefined;
  const address = new URL(logout.endpoint);
  const back = location.origin + signInPaths.logout;
  address.searchParams.set('client_id', clientId);
  if (logout.style === 'cognito') {
    address.searchParams.set('logout_uri', back);
    return address.href;
  }
  address.searchParams.set('post_logout_redirect_uri', back);
  if (idToken) address.searchParams.set('id_token_hint', idToken);
  return address.href;
}

function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to clear.
  }
}
