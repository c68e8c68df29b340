const lastOf = new Map<string, Promise<unknown>>();

/**
 * Runs work with the same key sequentially, in the order of the calls. Other keys run concurrently. For this
 * process only.
 */
export async function serializeByKey<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (lastOf.get(key) ?? Promise.resolve()).then(work, work);
  lastOf.set(key, turn);
  try {
    return await turn;
  } finally {
    if (lastOf.get(key) === turn) lastOf.delete(key);
  }
}
