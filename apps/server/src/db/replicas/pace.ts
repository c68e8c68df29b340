/** Repeats a step until `signal` aborts. The step returns how many milliseconds to wait before the next one. */
export function createPace(signal: AbortSignal) {
  let proceed = () => {};

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      proceed = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  signal.addEventListener('abort', () => proceed());

  return {
    async repeat(step: () => Promise<number>): Promise<void> {
      while (!signal.aborted) {
        const ms = await step();
        if (!signal.aborted) await pause(ms);
      }
    },
    /** Ends the pause, if there is one. */
    hurry: () => proceed(),
  };
}
