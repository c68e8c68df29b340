import { createClient } from '@portico/client/createClient';
import { initLogin } from '@portico/contracts/account';

/** Sign-in waits for the account service at most this long. */
const TIMEOUT_MS = 2_000;
/** Pause between the answer and leaving the page. Source: spec §4, §9. */
const REST_MS = 100;

const { call } = createClient({
  baseUrl: '',
  tokens: () => undefined,
  onUnauthorized: () => undefined,
  timeoutMs: TIMEOUT_MS,
});

/**
 * Tells the account service that a sign-in begins. Returns its ticket for the identity provider, if any; never fails.
 * Source: spec §4, READINGS.
 */
export async function requestLoginTicket(): Promise<string | undefined> {
  const answer = await call(initLogin, {}).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return answer?.loginTicket ?? undefined;
}
