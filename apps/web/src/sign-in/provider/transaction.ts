import { t } from '../../locale/text.ts';
import { SignInError } from './SignInError.ts';

/** One sign-in in progress, in this tab's session storage. Tabs don't share it. Source: TRUST S1, S2. */
export interface Transaction {
  /** At least 128 random bits; the provider sends it back. */
  state: string;
  nonce: string;
  /** PKCE. */
  codeVerifier: string;
  /** The requested page; validated again when used. */
  returnPath: string;
  /** Epoch milliseconds. */
  createdAt: number;
  /** The previous sign-in failed because the provider rejected its code. */
  isRetry: boolean;
}

const PREFIX = 'portico.sign-in.';
const MAX_AGE_MS = 60 * 60 * 1000;

/** Throws SignInError if session storage is blocked. */
export function saveTransaction(transaction: Transaction): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && !read(key)) sessionStorage.removeItem(key);
    }
    sessionStorage.setItem(PREFIX + transaction.state, JSON.stringify(transaction));
  } catch (cause) {
    throw new SignInError(t('shared.storageBlocked'), { cause });
  }
}

/**
 * Returns and removes the transaction of a provider's answer; undefined for a state that is unknown to this tab,
 * already used or expired.
 */
export function consumeTransaction(state: string | null): Transaction | undefined {
  if (!state) return undefined;
  try {
    const transaction = read(PREFIX + state);
    sessionStorage.removeItem(PREFIX + state);
    return transaction?.state === state ? transaction : undefined;
  } catch {
    return undefined;
  }
}

function read(key: string): Transaction | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Partial<Transaction> | null;
    const { state, nonce, codeVerifier, returnPath, createdAt, isRetry = false } = stored ?? {};
    if (!state || !nonce || !codeVerifier || typeof returnPath !== 'string' || typeof createdAt !== 'number')
      return undefined;
    const age = Date.now() - createdAt;
    return age >= 0 && age < MAX_AGE_MS ? { state, nonce, codeVerifier, returnPath, createdAt, isRetry } : undefined;
  } catch {
    return undefined;
  }
}
