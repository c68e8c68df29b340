/** Runs at most `limit` of the tasks at once; the others wait their turn, first come first served. A failed task makes room too. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to the next in line, or is given up.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
