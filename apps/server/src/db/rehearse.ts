import type { Transaction } from 'kysely';
import type { Db } from './pool.ts';
import type { DB } from './schema.generated.ts';

class Rehearsed extends Error {}

/** Runs something in a transaction that never commits, and returns its result: nobody else sees any effect. */
export async function rehearse<Result>(db: Db, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      results.push(await work(trx));
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return results[0]!;
}
