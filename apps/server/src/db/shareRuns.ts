/** A run that takes longer no longer holds up the next one: its connection may be dead. */
const MAX_WAIT_MS = 100;

/**
 * Runs `read` once for everyone who asks while an earlier run is under way, as soon as that one has ended. No answer is
 * older than its question: it comes from a run that began afterwards.
 */
export function shareRuns<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let next: Promise<Result> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const run = () => {
    next = undefined;
    const result = read();
    last = endOf(result);
    return result;
  };
  return () => (next ??= last.then(run));
}

/** Resolves when this settles, or has taken too long. */
const endOf = (result: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    result.then(end, end);
  });
