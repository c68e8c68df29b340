import { isReachable } from './isReachable.ts';
import { signInPaths } from '@portico/contracts/portalSettings';
import { t } from '../locale/text.ts';
import { browser } from './browser.ts';
import { markFresh } from './freshSignIn.ts';
import { safeReturnPath } from './returnPath.ts';
import { storeRefreshToken } from './refreshToken.ts';
import { assertCookiesWork, clearSession, readSession, saveSession } from './sessionCookies.ts';
import { readSettings } from './settings.ts';
import { SignInError } from './provider/SignInError.ts';
import { saveTransaction, consumeTransaction, type Transaction } from './provider/transaction.ts';

/** The OpenID Connect client, loaded only for a sign-in. */
export const loadProvider = () => import('./provider/provider.ts');

let leaving: Promise<never> | undefined;

/**
 * Goes to the identity provider, which returns the user to `returnPath`. Never resolves, because the page is left;
 * concurrent calls share one sign-in. Throws SignInError if the browser can't store the result or the code fails to
 * load.
 */
export function startSignIn(returnPath: string): Promise<never> {
  return leaveOnce({ returnPath });
}

interface Leaving {
  returnPath: string;
  /** The provider rejected the code of the previous sign-in. */
  isRetry?: boolean;
}

function leaveOnce(parts: Leaving): Promise<never> {
  leaving ??= leaveForProvider(parts).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

async function leaveForProvider({ returnPath, isRetry = false }: Leaving): Promise<never> {
  // Leaving while offline would end at the browser's error page.
  if (!navigator.onLine && !(await isReachable())) throw new SignInError(t('shared.offlineSignIn'));
  assertCookiesWork();
  const { signIn, rememberBrowser } = readSettings();
  const ticketRequest = rememberBrowser ? loginTicketRequest() : undefined;
  let provider;
  try {
    provider = await loadProvider();
  } catch (cause) {
    throw new SignInError(t('shared.signInNotStarted'), { cause });
  }
  const transaction = { ...provider.newTransaction(safeReturnPath(returnPath)), isRetry };
  saveTransaction(transaction);
  const loginTicket = await ticketRequest;
  browser.assign(
    await provider.authorizationAddress(signIn, transaction, {
      redirectUri: location.origin + signInPaths.callback,
      loginTicket,
    }),
  );
  return await new Promise<never>(() => {});
}

/** The ticket that tells the provider whether this browser is remembered. Sign-in also works without it. */
const loginTicketRequest = async (): Promise<string | undefined> =>
  await import('./provider/requestLoginTicket.ts').then(
    async ({ requestLoginTicket }) => await requestLoginTicket(),
    () => undefined,
  );

/**
 * How long a tab whose exchange failed waits for another tab that is signing in at the same time: the first time before
 * it retries, the second time before it gives up.
 */
const OTHER_TAB_MS = { first: 1_500, retry: 10_000 };
const POLL_INTERVAL_MS = 100;

/**
 * Completes a sign-in: verifies the provider's answer (the address it returned to), stores the tokens and returns the
 * path to continue to. An answer whose state this tab doesn't know drops the tokens and is logged as specified. If the
 * exchange fails but another tab has signed in, its session is used; otherwise a code that the provider rejected starts
 * one more sign-in. Throws SignInError. Spec §4, §8.
 */
export async function finishSignIn(answer: string | undefined): Promise<string> {
  const address = URL.parse(answer ?? '');
  const parameters = new URLSearchParams(address?.hash.includes('=') ? address.hash.slice(1) : address?.search);
  const transaction = consumeTransaction(parameters.get('state'));
  if (!address || !transaction) {
    clearSession();
    console.error('Failed to process cognito auth state'); // oxlint-disable-line no-console -- the specification requires this line
    throw new SignInError(t('shared.notThisTab'));
  }
  try {
    assertNoProviderError(parameters.get('error'));
    await redeem(address, transaction);
  } catch (error) {
    await assertSignedInElsewhere(error, transaction);
  }
  return safeReturnPath(transaction.returnPath);
}

/** Providers accept only the latest of several codes for one session, so all tabs but one may fail. */
async function assertSignedInElsewhere(error: unknown, { returnPath, isRetry }: Transaction): Promise<void> {
  const isOurs = error instanceof SignInError;
  if (await isSignedIn({ withinMs: isOurs ? 0 : OTHER_TAB_MS[isRetry ? 'retry' : 'first'] })) return;
  if (isOurs) throw error;
  // The other tab may be slow, or have failed too.
  if (isCodeRejected(error) && !isRetry) await leaveOnce({ returnPath, isRetry: true });
  // The cause is not attached because it may contain tokens.
  throw new SignInError(t('shared.notVerified'));
}

const isCodeRejected = (error: unknown): boolean => (Object(error) as { error?: unknown }).error === 'invalid_grant';

function assertNoProviderError(error: string | null): void {
  if (error === 'access_denied') throw new SignInError(t('shared.canceledSignIn'));
  if (error !== null) throw new SignInError(t('shared.refusedSignIn'), { cause: error });
}

async function redeem(address: URL, transaction: Transaction): Promise<void> {
  const { redeemAnswer } = await loadProvider();
  const grant = await redeemAnswer(readSettings().signIn, address, transaction);
  saveSession(grant);
  storeRefreshToken(grant.refreshToken);
  markFresh();
}

async function isSignedIn({ withinMs }: { withinMs: number }): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < withinMs && !readSession(); waitedMs += POLL_INTERVAL_MS)
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  return readSession() !== undefined;
}
