import { readSession } from './sessionCookies.ts';
import { RenewalError } from './renewSilently.ts';

const MINUTE_MS = 60_000;
const RENEWAL_LEAD_MS = 5 * MINUTE_MS;
const WARNING_LEAD_MS = 2 * MINUTE_MS;
const MAX_JITTER_MS = MINUTE_MS;
const RETRY_MS = MINUTE_MS;
/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
const RENEWAL_LOCK = 'portico-renewal';

export interface SessionWatch {
  /** Gets new tokens into the cookies, or throws. Only one tab at a time is asked. */
  renew: () => Promise<void>;
  /** The session ends at `expiresAt` (epoch milliseconds) and could not be renewed; undefined: it holds again. */
  onEnding: (expiresAt: number | undefined) => void;
  /** The session has ended, and somebody is looking at the page. */
  onEnded: () => void;
}

/**
 * Renews the session some minutes before its end, warns shortly before it when that failed, and tells when it is over, also
 * when the machine slept through it. Answers what stops watching. `random` spreads the tabs of many people.
 */
export function watchSession(
  { renew, onEnding, onEnded }: SessionWatch,
  random: () => number = Math.random,
): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  let plannedFor: number | undefined;
  let hasGivenUp = false;
  const stopped = new AbortController();

  function plan(): void {
    for (const timer of timers) clearTimeout(timer);
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
    timers.push(setTimeout(work, Math.min(delayMs, MAX_TIMER_MS)));
  }

  async function renewOnce(expiresAt: number): Promise<void> {
    try {
      await oneTabAtATime(async () => {
        // Another tab may have done it while we waited.
        if (readSession()?.expiresAt === expiresAt) await renew();
      });
      plan();
    } catch (error) {
      if (error instanceof RenewalError && error.isFinal) hasGivenUp = true;
      else if (!stopped.signal.aborted) after(RETRY_MS, () => void renewOnce(expiresAt));
    }
  }

  const look = () => {
    const expiresAt = readSession()?.expiresAt;
    if (document.visibilityState === 'visible' && (expiresAt === undefined || expiresAt !== plannedFor)) plan();
  };
  document.addEventListener('visibilitychange', look, { signal: stopped.signal });
  window.addEventListener('focus', look, { signal: stopped.signal });
  window.addEventListener('online', look, { signal: stopped.signal });
  window.addEventListener('pageshow', look, { signal: stopped.signal });
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
