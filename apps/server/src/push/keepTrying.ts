import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses between attempts, doubled each time, with random jitter, so that processes do not all reconnect at once. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2000;
/** Work that lasted this long counts as successful: the next pause is short again. */
const MIN_SUCCESS_MS = 5000;

/** Repeats `work`, which ends when its connection does, until `signal` aborts. Failures are passed to `onFailure`. */
export async function keepTrying(
  work: () => Promise<void>,
  signal: AbortSignal,
  onFailure: (error: Error) => void,
): Promise<void> {
  let pause = MIN_PAUSE_MS;
  while (!signal.aborted) {
    const began = performance.now();
    await work().catch((error: unknown) => {
      if (!signal.aborted) onFailure(error instanceof Error ? error : new Error(String(error)));
    });
    pause = performance.now() - began > MIN_SUCCESS_MS ? MIN_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
    await sleep(pause * (1 + Math.random()), undefined, { signal, ref: false }).catch(() => {});
  }
}
