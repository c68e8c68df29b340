import type { ApiError } from '@portico/client/ApiError';
import type { PortalSettings } from '@portico/contracts/portalSettings';
import { signInPaths } from '@portico/contracts/portalSettings';
import { browser, currentPath } from './browser.ts';
import { clearVisitedPages } from '../frame/visitedPages.ts';
import { clearPersonal } from './personalStorage.ts';
import { safeReturnPath } from './returnPath.ts';
import { clearSession, readTokens } from './sessionCookies.ts';
import { readSettings } from './settings.ts';

/** How the session of this tab ended: by the person, or because the server refused the tokens at `returnPath`. */
export type Ending = { by: 'person' } | { by: 'server'; returnPath: string };

interface StoredEnding {
  returnPath: string;
  /** False when the tokens themselves were refused: then the provider would refuse the identity token as a hint too. */
  hint: boolean;
}

const ENDING_KEY = 'portico.ending';
const CHANNEL = 'portico-session';
const SIGNED_OUT = 'signed-out';
const refusedTokens = new Set([
  'token_malformed',
  'token_algorithm',
  'token_signature',
  'token_issuer',
  'token_audience',
  'token_use',
  'token_subject',
]);

/** Ends the session: a full load of /logout, where the server lets the browser forget its cache and `endSession` does the rest. */
export function signOut(): void {
  keepEnding(undefined);
  browser.assign(signInPaths.logout);
}

/** The server refused the tokens: on to /logout, which then offers the way back to where the person was. Spec §7, §8; TRUST S8. */
export function leaveAfterRefusal(error: ApiError): void {
  const ending: StoredEnding = { returnPath: safeReturnPath(currentPath()), hint: !refusedTokens.has(error.code) };
  keepEnding(ending);
  browser.assign(signInPaths.logout);
}

/**
 * The work of /logout. With tokens: drops them and what this tab keeps, tells the other tabs, and leaves for the provider's
 * logout, answering undefined. Without tokens (the way back): says how the session ended. Source: spec §4, TRUST S6.
 */
export function endSession(): Ending | undefined {
  const ending = readEnding();
  const { idToken, accessToken } = readTokens();
  if (idToken ?? accessToken) {
    clearSession();
    forgetTab();
    // After a refusal, such as by a clock that is off, the person comes back to what they had typed. Source: TRUST B1.
    if (!ending) clearPersonal();
    clearVisitedPages();
    if (ending) keepEnding(ending);
    tellOtherTabs();
    const address = logoutAddress(readSettings().signIn, ending?.hint === false ? undefined : idToken);
    if (address) {
      browser.replace(address);
      return undefined;
    }
  }
  return ending ? { by: 'server', returnPath: safeReturnPath(ending.returnPath) } : { by: 'person' };
}

/** The provider's logout for this portal; undefined when it has none. Source: OpenID Connect RP-Initiated Logout §2, Cognito's /logout. */
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

/** Leaves the page for /logout when another tab signs out. Answers what stops listening. */
export function followSignOut(forgetAll: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data !== SIGNED_OUT) return;
    forgetAll();
    browser.replace(signInPaths.logout);
  });
  return () => channel.close();
}

function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(SIGNED_OUT);
  channel.close();
}

/** For the way back from the provider. Where the tab keeps nothing, /logout says less. */
function keepEnding(ending: StoredEnding | undefined): void {
  try {
    if (ending) sessionStorage.setItem(ENDING_KEY, JSON.stringify(ending));
    else sessionStorage.removeItem(ENDING_KEY);
  } catch {
    // No storage, or none left.
  }
}

function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to forget.
  }
}

function readEnding(): StoredEnding | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(ENDING_KEY) ?? 'null') as Partial<StoredEnding> | null;
    return typeof stored?.returnPath === 'string'
      ? { returnPath: stored.returnPath, hint: stored.hint !== false }
      : undefined;
  } catch {
    return undefined;
  }
}
