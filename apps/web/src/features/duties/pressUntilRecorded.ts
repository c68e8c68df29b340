import { ApiError } from '@portico/client/ApiError';
import { subjectOf } from '@portico/client/subjectOf';
import { readActingFor } from '../../sign-in/actingFor.ts';
import { readTokens } from '../../sign-in/sessionCookies.ts';

/** How long a press is repeated. After it, the button is there again. */
const PATIENCE_MS = 90_000;

const caller = (): string => `${subjectOf(readTokens().idToken ?? '')} ${readActingFor()}`;

/**
 * Calls `press`, and calls it again while the portal is too busy for it, after the time for which the portal asks.
 * `press` must have no effect when it is repeated. Throws its other failures, and the last one if waiting is no use or
 * somebody else would press. Calls `onWait` before each wait.
 */
export async function pressUntilRecorded<T>(
  press: () => Promise<T>,
  { onWait, random = Math.random }: { onWait: () => void; random?: () => number },
): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  const presser = caller();
  for (;;) {
    try {
      return await press();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error;
      // Up to twice the time, so that those who were refused together don't come back together.
      const waitMs = (error.retryAfter ?? 1) * 1000 * (1 + random());
      if (performance.now() + waitMs > until) throw error;
      onWait();
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (caller() !== presser) throw error;
    }
  }
}
