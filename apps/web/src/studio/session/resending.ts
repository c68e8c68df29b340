/** No call is repeated sooner than this, however fast the others are. */
const MIN_WAIT_MS = 400;
/** How many calls may be repeated for each that is answered, so that a slow server does not get many more. */
const REPEATED_SHARE = 0.1;
const MAX_REPEATED = 2;

/**
 * A call that is sent once more if its answer takes much longer than those before, because either of them may be lost.
 * The first answer counts. Only for calls that change nothing when they arrive twice. The usual time is estimated as in
 * TCP. Source: RFC 6298, section 2.
 */
export function createResending<Input, Answer>(send: (input: Input) => Promise<Answer>) {
  let usualMs: number | undefined;
  let variationMs = 0;
  let allowed = 1;

  function note(ms: number): void {
    variationMs = usualMs === undefined ? ms / 2 : 0.75 * variationMs + 0.25 * Math.abs(usualMs - ms);
    usualMs = usualMs === undefined ? ms : 0.875 * usualMs + 0.125 * ms;
    allowed = Math.min(allowed + REPEATED_SHARE, MAX_REPEATED);
  }

  return (input: Input): Promise<Answer> =>
    new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let waiting = 0;
      const attempt = async () => {
        const start = performance.now();
        waiting += 1;
        try {
          const answer = await send(input);
          note(performance.now() - start);
          clearTimeout(timer);
          resolve(answer);
        } catch (error) {
          waiting -= 1;
          if (waiting > 0) return;
          clearTimeout(timer);
          reject(error as Error);
        }
      };
      if (usualMs !== undefined)
        timer = setTimeout(
          () => {
            if (allowed < 1) return;
            allowed -= 1;
            void attempt();
          },
          Math.max(MIN_WAIT_MS, 1.5 * usualMs, usualMs + 4 * variationMs),
        );
      void attempt();
    });
}
