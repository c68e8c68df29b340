import { createClient } from '@portico/client/createClient';
import { initLogin } from '@portico/contracts/account';

/** Sign-in waits for the account service at most this long. */
const TIMEOUT_MS = 2_000;
/** Pause between the announcement and leaving the page. Source: spec §4, §9. */
const REST_MS = 100;

const { call } = createClient({
  baseUrl: '',
  tokens: () => undefined,
  onUnauthorized: () => undefined,
  timeoutMs: TIMEOUT_MS,
});

/**
 * Announces the sign-in to the account service. Returns its ticket for the identity provider, if any; never fails.
 * Source: spec §4, READINGS.
 */
export async function announceSignIn(): Promise<string | undefined> {
  const announcement = await call(initLogin, {}).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return announcement?.loginTicket ?? undefined;
}
