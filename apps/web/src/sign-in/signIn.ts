import { signInPaths } from '@portico/contracts/portalSettings';
import { t } from '../locale/text.ts';
import { browser } from './browser.ts';
import { safeReturnPath } from './returnPath.ts';
import { assertCookiesWork, clearSession, saveSession } from './sessionCookies.ts';
import { readSettings } from './settings.ts';
import { SignInError } from './SignInError.ts';
import { saveTransaction, consumeTransaction } from './provider/transaction.ts';

/** The OpenID Connect client, loaded only for a sign-in. */
export const loadProvider = () => import('./provider/provider.ts');

let leaving: Promise<never> | undefined;

/**
 * Goes to the identity provider, which returns the user to `returnPath`. Never resolves, because the page is left;
 * concurrent calls share one sign-in. Throws SignInError if the browser can't store the result or the code fails to
 * load.
 */
export function startSignIn(returnPath: string): Promise<never> {
  leaving ??= leaveForProvider(returnPath).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

async function leaveForProvider(returnPath: string): Promise<never> {
  // Leaving while offline would end at the browser's error page.
  if (!navigator.onLine) throw new SignInError(t('shared.offlineSignIn'));
  assertCookiesWork();
  const { signIn, rememberBrowser } = readSettings();
  const announced = rememberBrowser ? announce() : undefined;
  let provider;
  try {
    provider = await loadProvider();
  } catch (cause) {
    throw new SignInError(t('shared.signInNotStarted'), { cause });
  }
  const transaction = provider.newTransaction(safeReturnPath(returnPath));
  saveTransaction(transaction);
  const loginTicket = await announced;
  browser.assign(
    await provider.authorizationAddress(signIn, transaction, {
      redirectUri: location.origin + signInPaths.callback,
      loginTicket,
    }),
  );
  return await new Promise<never>(() => {});
}

/** The ticket that tells the provider whether this browser is remembered. Sign-in also works without it. */
const announce = async (): Promise<string | undefined> =>
  await import('./provider/announceSignIn.ts').then(
    async ({ announceSignIn }) => await announceSignIn(),
    () => undefined,
  );

/**
 * Completes a sign-in: verifies the provider's answer (the address it returned to), stores the tokens and returns the
 * path to continue to. A bad answer drops the tokens, is logged as the specification words it, and throws SignInError.
 * Spec §4, §8.
 */
export async function finishSignIn(answer: string | undefined): Promise<string> {
  try {
    return await redeem(answer);
  } catch (error) {
    clearSession();
    console.error('Failed to process cognito auth state'); // oxlint-disable-line no-console -- the specification asks for this line
    if (error instanceof SignInError) throw error;
    // Not passed on as the cause: it may quote tokens.
    throw new SignInError(t('shared.notVerified'));
  }
}

async function redeem(answer: string | undefined): Promise<string> {
  const address = URL.parse(answer ?? '');
  const parameters = new URLSearchParams(address?.hash.includes('=') ? address.hash.slice(1) : address?.search);
  const transaction = consumeTransaction(parameters.get('state'));
  if (!address || !transaction) throw new SignInError(t('shared.notThisTab'));
  const refusal = parameters.get('error');
  if (refusal === 'access_denied') throw new SignInError(t('shared.canceledSignIn'));
  if (refusal !== null) throw new SignInError(t('shared.refusedSignIn'), { cause: refusal });
  const { redeemAnswer } = await loadProvider();
  saveSession(await redeemAnswer(readSettings().signIn, address, transaction));
  return safeReturnPath(transaction.returnPath);
}
