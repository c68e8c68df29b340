import type { ApiError } from '@portico/client/ApiError';
import type { PortalSettings } from '@portico/contracts/portalSettings';
import { signInPaths } from '@portico/contracts/portalSettings';
import { browser, currentPath } from './browser.ts';
import { isFresh } from './freshSignIn.ts';
import { clearVisitedPages } from './visitedPages.ts';
import { clearPersonal } from './personalStorage.ts';
import { safeReturnPath } from './returnPath.ts';
import { clearSession, readTokens } from './sessionCookies.ts';
import { readSettings } from './settings.ts';

/**
 * How this tab's session ended: by the user, because the server rejected the tokens at `returnPath`, or because it
 * rejected them right after sign-in, so that signing in again would not help.
 */
export type Ending =
  | { by: 'person' }
  | { by: 'server'; returnPath: string }
  | { by: 'setup'; returnPath: string; problem: Problem; providerLogout: string | undefined };

/** What the server said, for the person and their administrator. */
interface Problem {
  code: string;
  detail: string;
}

interface StoredEnding {
  returnPath: string;
  /** False if the tokens themselves were rejected: the provider would reject the identity token as a hint too. */
  hint: boolean;
  /** Only after a fresh sign-in. */
  problem?: Problem | undefined;
}

const ENDING_KEY = 'portico.ending';
const CHANNEL = 'portico-session';
const SIGNED_OUT = 'signed-out';
const rejectedTokens = new Set([
  'token_malformed',
  'token_algorithm',
  'token_signature',
  'token_issuer',
  'token_audience',
  'token_use',
  'token_subject',
]);

/**
 * Ends the session with a full load of /logout, where the server clears the browser's cache and `endSession` does the
 * rest.
 */
export function signOut(): void {
  storeEnding(undefined);
  browser.assign(signInPaths.logout);
}

/**
 * The server rejected the tokens: goes to /logout, which offers the way back to this page or, after a fresh sign-in,
 * says what is wrong. Spec §7, §8; TRUST S8.
 */
export function leaveAfterRejection(error: ApiError): void {
  const ending: StoredEnding = {
    returnPath: safeReturnPath(currentPath()),
    hint: !rejectedTokens.has(error.code),
    problem: isFresh() ? { code: error.code, detail: error.message } : undefined,
  };
  storeEnding(ending);
  browser.assign(signInPaths.logout);
}

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

/** Stays here: the provider's sign-out would hide what is wrong, and the next sign-in would end the same way. */
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

/** Goes to /logout when another tab signs out. Returns a function that stops listening. */
export function followSignOut(clearCache: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (data !== SIGNED_OUT) return;
    clearCache();
    browser.replace(signInPaths.logout);
  });
  return () => channel.close();
}

function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(SIGNED_OUT);
  channel.close();
}

/** For the return from the provider. Without session storage, /logout can't say how the session ended. */
function storeEnding(ending: StoredEnding | undefined): void {
  try {
    if (ending) sessionStorage.setItem(ENDING_KEY, JSON.stringify(ending));
    else sessionStorage.removeItem(ENDING_KEY);
  } catch {
    // Storage is blocked or full.
  }
}

function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage there is nothing to clear.
  }
}

function readEnding(): StoredEnding | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(ENDING_KEY) ?? 'null') as Partial<StoredEnding> | null;
    return typeof stored?.returnPath === 'string'
      ? { returnPath: stored.returnPath, hint: stored.hint !== false, problem: stored.problem }
      : undefined;
  } catch {
    return undefined;
  }
}
