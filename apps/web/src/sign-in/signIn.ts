import { signInPaths } from '@portico/contracts/portalSettings';
import { t } from '../locale/text.ts';
import { browser } from './browser.ts';
import { safeReturnPath } from './returnPath.ts';
import { assertCookiesWork, clearSession, saveSession } from './sessionCookies.ts';
import { readSettings } from './settings.ts';
import { SignInError } from './SignInError.ts';
import { saveTransaction, consumeTransaction } from './transaction.ts';

/** The OpenID Connect client, fetched only when somebody signs in. */
export const loadProvider = () => import('./provider.ts');

let leaving: Promise<never> | undefined;

/**
 * Goes to the identity provider, which sends the person back to `returnPath`. Never resolves: the page is left. However many
 * callers, it happens once. Throws SignInError when the browser could not keep the outcome or the code for it did not load.
 */
export function startSignIn(returnPath: string): Promise<never> {
  leaving ??= leaveForProvider(returnPath).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

async function leaveForProvider(returnPath: string): Promise<never> {
  // Leaving now would end at the browser's own error page.
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

/** The ticket with which the provider learns whether this browser is remembered. Signing in goes on without it too. */
const announce = async (): Promise<string | undefined> =>
  await import('./announceSignIn.ts').then(
    async ({ announceSignIn }) => await announceSignIn(),
    () => undefined,
  );

/**
 * Ends a sign-in: checks the provider's answer (the address it sent the browser to), keeps the tokens and answers the path
 * to go on to. A broken answer drops the tokens, is logged as the specification words it, and throws SignInError. Spec §4, §8.
 */
export async function finishSignIn(answer: string | undefined): Promise<string> {
  try {
    return await redeem(answer);
  } catch (error) {
    clearSession();
    console.error('Failed to process cognito auth state'); // oxlint-disable-line no-console -- the specification asks for this line
    if (error instanceof SignInError) throw error;
    // The error itself stays here: what it quotes may hold tokens.
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
