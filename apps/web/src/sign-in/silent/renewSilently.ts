import { subjectOf } from '@portico/client/subjectOf';
import { signInPaths } from '@portico/contracts/portalSettings';
import { isSilentAnswer } from './silentAnswer.ts';
import { storeRefreshToken, readRefreshToken } from '../refreshToken.ts';
import { readTokens, saveSession } from '../sessionCookies.ts';
import type { Grant } from '../provider/provider.ts';
import { readSettings } from '../settings.ts';
import { loadProvider } from '../signIn.ts';
import { RenewalError } from './watchSession.ts';

const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Fetches new tokens with the refresh token if the provider issued one to this page and still accepts it, otherwise
 * through a hidden frame while the provider's session lasts. Throws RenewalError or the error of the exchange.
 */
export async function renewSilently(): Promise<void> {
  const before = readTokens().idToken;
  const grant = (await redeemStoredToken()) ?? (await redeemInFrame());
  if (before === undefined || subjectOf(before) !== grant.subject)
    throw new RenewalError('Somebody else is signed in at the provider.', { isFinal: true });
  saveSession(grant);
  // A provider that doesn't rotate its refresh tokens sends none with an exchange.
  if (grant.refreshToken !== undefined) storeRefreshToken(grant.refreshToken);
}

async function redeemStoredToken(): Promise<Grant | undefined> {
  const refreshToken = readRefreshToken();
  if (refreshToken === undefined) return undefined;
  const { redeemRefreshToken } = await loadProvider();
  try {
    return await redeemRefreshToken(readSettings().signIn, refreshToken);
  } catch (error) {
    // If offline, the token may still be valid. After any other failure, such as expiration, the frame is used.
    if (error instanceof TypeError) throw error;
    storeRefreshToken(undefined);
    return undefined;
  }
}

async function redeemInFrame(): Promise<Grant> {
  const { signIn } = readSettings();
  const { newTransaction, authorizationAddress, redeemAnswer } = await loadProvider();
  const transaction = newTransaction('/');
  const redirectUri = location.origin + signInPaths.silent;
  const answer = new URL(
    await requestInFrame(await authorizationAddress(signIn, transaction, { redirectUri, prompt: 'none' })),
  );
  const parameters = new URLSearchParams(answer.hash.includes('=') ? answer.hash.slice(1) : answer.search);
  if (parameters.get('state') !== transaction.state)
    throw new RenewalError('The answer belongs to another renewal.', { isFinal: false });
  const providerError = parameters.get('error');
  if (providerError !== null)
    throw new RenewalError(`The provider rejected it: ${providerError}.`, {
      isFinal: providerError !== 'temporarily_unavailable',
    });
  return await redeemAnswer(signIn, answer, transaction);
}

async function requestInFrame(address: string): Promise<string> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Session renewal';
  const done = new AbortController();
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new RenewalError('The provider did not answer.', { isFinal: false })),
        ANSWER_TIMEOUT_MS,
      );
      done.signal.addEventListener('abort', () => clearTimeout(timer));
      window.addEventListener(
        'message',
        (message: MessageEvent<unknown>) => {
          if (isSilentAnswer(message, frame.contentWindow)) resolve(message.data.address);
        },
        { signal: done.signal },
      );
      frame.src = address;
      document.body.append(frame);
    });
  } finally {
    done.abort();
    frame.remove();
  }
}
