import { subjectOf } from '@portico/client/subjectOf';
import { signInPaths } from '@portico/contracts/portalSettings';
import { isSilentAnswer } from './silentAnswer.ts';
import { readTokens, saveSession } from '../sessionCookies.ts';
import { readSettings } from '../settings.ts';
import { loadProvider } from '../signIn.ts';

const ANSWER_TIMEOUT_MS = 15_000;

/** The session could not be renewed. `isFinal`: the provider requires the user, so a retry won't help. */
export class RenewalError extends Error {
  override name = 'RenewalError';
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

/**
 * Fetches new tokens through a hidden frame while the provider's session lasts. Throws RenewalError or the error of
 * the exchange.
 */
export async function renewSilently(): Promise<void> {
  const { signIn } = readSettings();
  const { newTransaction, authorizationAddress, redeemAnswer } = await loadProvider();
  const transaction = newTransaction('/');
  const redirectUri = location.origin + signInPaths.silent;
  const answer = new URL(
    await askInFrame(await authorizationAddress(signIn, transaction, { redirectUri, prompt: 'none' })),
  );
  const parameters = new URLSearchParams(answer.hash.includes('=') ? answer.hash.slice(1) : answer.search);
  if (parameters.get('state') !== transaction.state)
    throw new RenewalError('The answer belongs to another renewal.', { isFinal: false });
  const refusal = parameters.get('error');
  if (refusal !== null)
    throw new RenewalError(`The provider refused: ${refusal}.`, { isFinal: refusal !== 'temporarily_unavailable' });
  const before = readTokens().idToken;
  const grant = await redeemAnswer(signIn, answer, transaction);
  if (before === undefined || subjectOf(before) !== grant.subject) {
    throw new RenewalError('Somebody else is signed in at the provider.', { isFinal: true });
  }
  saveSession(grant);
}

async function askInFrame(address: string): Promise<string> {
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
