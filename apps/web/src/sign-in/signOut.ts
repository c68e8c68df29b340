import type { ApiError } from '@portico/client/ApiError';
import { signInPaths } from '@portico/contracts/portalSettings';
import { browser, currentPath } from './browser.ts';
import { isFresh } from './freshSignIn.ts';
import { safeReturnPath } from './returnPath.ts';
import { storeEnding, type StoredEnding } from './storedEnding.ts';

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
 * Goes to /logout after the server has rejected the tokens. That page offers to return to this page or, after a fresh
 * sign-in, says what is wrong. Spec §7, §8; TRUST S8.
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

/** Notifies `followSignOut` in the other tabs. */
export function notifyOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(SIGNED_OUT);
  channel.close();
}
