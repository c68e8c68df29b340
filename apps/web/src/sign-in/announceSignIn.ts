import { createClient } from '@portico/client/createClient';
import { initLogin } from '@portico/contracts/account';

/** Signing in waits no longer for the account service. */
const TIMEOUT_MS = 2_000;
/** Between the announcement and leaving the page. Source: spec §4, §9. */
const REST_MS = 100;

const { call } = createClient({
  baseUrl: '',
  tokens: () => undefined,
  onUnauthorized: () => undefined,
  timeoutMs: TIMEOUT_MS,
});

/** Tells the account service that this browser goes to sign in. Answers its ticket for the identity provider, or nothing; never fails. Source: spec §4, READINGS. */
export async function announceSignIn(): Promise<string | undefined> {
  const announcement = await call(initLogin, {}).catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return announcement?.loginTicket ?? undefined;
}
