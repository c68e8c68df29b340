import { PortalError } from '../../errors.ts';

interface Limits {
  /** How many run at a time. */
  atOnce: number;
  /** How many may wait. */
  maxWaiting: number;
  maxWaitMs: number;
}

/**
 * Runs work that many people start in the same moment, a few at a time, in the order in which it came. Work that waits
 * holds no connection to the database. Throws `unavailable` if too many wait, or one waits for too long; its work has
 * not begun then. Source: decisions/0353.
 */
export function takeTurns({ atOnce, maxWaiting, maxWaitMs }: Limits): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting = new Set<() => void>();
  let running = 0;

  async function turn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw busy();
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(busy());
      }, maxWaitMs);
      waiting.add(begin);
    });
  }

  return async (work) => {
    await turn();
    try {
      return await work();
    } finally {
      const [next] = waiting;
      // The one that has waited longest gets this turn.
      if (next) next();
      else running -= 1;
    }
  };
}

const busy = () =>
  new PortalError('unavailable', 'Many people are confirming right now. Please try again.', { retryAfter: 2 });
