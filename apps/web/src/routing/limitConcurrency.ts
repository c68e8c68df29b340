/** Runs at most `limit` tasks at a time; the others wait in order. A failed task frees its slot too. */
export function limitConcurrency(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // Hand the slot to the next task in line, or free it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
