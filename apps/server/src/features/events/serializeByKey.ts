const lastOf = new Map<string, Promise<unknown>>();

/** Does work of one key one after the other, in the order of asking; that of other keys goes on beside it. For this process alone. */
export async function serializeByKey<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (lastOf.get(key) ?? Promise.resolve()).then(work, work);
  lastOf.set(key, turn);
  try {
    return await turn;
  } finally {
    if (lastOf.get(key) === turn) lastOf.delete(key);
  }
}
