/** Browsers and Node fire a timer with a longer delay after a millisecond. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Calls `work` after `delayMs`, however long that is. Returns a function that cancels it. */
export function startTimer(delayMs: number, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number): void => {
    timer = setTimeout(() => (ms > MAX_DELAY_MS ? wait(ms - MAX_DELAY_MS) : work()), Math.min(ms, MAX_DELAY_MS));
  };
  wait(delayMs);
  return () => clearTimeout(timer);
}
