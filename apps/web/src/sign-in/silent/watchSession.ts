import { MINUTE_MS } from '@portico/contracts/durations';
import { startTimer } from '../../dates/startTimer.ts';
import { readSession } from '../sessionCookies.ts';

const RENEWAL_LEAD_MS = 5 * MINUTE_MS;
const WARNING_LEAD_MS = 2 * MINUTE_MS;
const MAX_JITTER_MS = MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const RENEWAL_LOCK = 'portico-renewal';

/** The session could not be renewed. `isFinal`: the provider requires the user, so a retry won't help. */
export class RenewalError extends Error {
  override name = 'RenewalError';
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

export interface SessionWatch {
  /** Writes new tokens to the cookies, or throws. Runs in one tab at a time. */
  renew: () => Promise<void>;
  /** The session ends at `expiresAt` (epoch milliseconds) and could not be renewed; undefined: it was renewed. */
  onEnding: (expiresAt: number | undefined) => void;
  /** The session has ended while the page is visible. */
  onEnded: () => void;
}

/**
 * Renews the session some minutes before it ends, warns shortly before the end if that failed, and reports the end,
 * even after the computer was asleep. Returns a function that stops watching. `random` spreads many tabs over time.
 */
export function watchSession(
  { renew, onEnding, onEnded }: SessionWatch,
  random: () => number = Math.random,
): () => void {
  let timers: (() => void)[] = [];
  let plannedFor: number | undefined;
  let hasGivenUp = false;
  const stopped = new AbortController();

  function plan(): void {
    for (const cancel of timers) cancel();
    timers = [];
    if (stopped.signal.aborted) return;
    const session = readSession();
    if (!session) {
      if (document.visibilityState === 'visible') onEnded();
      return;
    }
    const { expiresAt } = session;
    if (expiresAt === plannedFor && hasGivenUp) return atEnd(expiresAt);
    if (expiresAt !== plannedFor) {
      hasGivenUp = false;
      onEnding(undefined);
    }
    plannedFor = expiresAt;
    if (expiresAt === Infinity) return;
    const left = expiresAt - Date.now();
    const lead = Math.min(RENEWAL_LEAD_MS, left / 3) + random() * Math.min(MAX_JITTER_MS, left / 10);
    after(left - lead, () => void renewOnce(expiresAt));
    atEnd(expiresAt);
  }

  function atEnd(expiresAt: number): void {
    const left = expiresAt - Date.now();
    after(left - Math.min(WARNING_LEAD_MS, left / 4), () => {
      if (readSession()?.expiresAt === expiresAt) onEnding(expiresAt);
      else plan();
    });
    after(left, plan);
  }

  function after(delayMs: number, work: () => void): void {
    timers.push(startTimer(delayMs, work));
  }

  async function renewOnce(expiresAt: number): Promise<void> {
    try {
      await oneTabAtATime(async () => {
        // Another tab may have renewed it in the meantime.
        if (readSession()?.expiresAt === expiresAt) await renew();
      });
      plan();
    } catch (error) {
      if (error instanceof RenewalError && error.isFinal) hasGivenUp = true;
      else if (!stopped.signal.aborted) after(RETRY_MS, () => void renewOnce(expiresAt));
    }
  }

  const check = () => {
    const expiresAt = readSession()?.expiresAt;
    if (document.visibilityState === 'visible' && (expiresAt === undefined || expiresAt !== plannedFor)) plan();
  };
  document.addEventListener('visibilitychange', check, { signal: stopped.signal });
  window.addEventListener('focus', check, { signal: stopped.signal });
  window.addEventListener('online', check, { signal: stopped.signal });
  window.addEventListener('pageshow', check, { signal: stopped.signal });
  plan();

  return () => {
    stopped.abort();
    plan();
  };
}

async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(RENEWAL_LOCK, work);
  else await work();
}
