import { sql, type Transaction } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.generated.ts';
import { PortalError } from '../errors.ts';

const STATEMENT_TIMEOUT_MS = 2000;
const STATEMENT_TIMED_OUT = '57014';

/**
 * Runs the statements of one search on a single snapshot of the database, without just-in-time compilation. Throws `unavailable`
 * when one takes longer than 2 s. Source: TRUST D5.
 */
export async function searchTransaction<Result>(
  db: Db,
  work: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${`${STATEMENT_TIMEOUT_MS}ms`}, true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(
          trx,
        );
        return work(trx);
      });
  } catch (error) {
    if ((error as { code?: unknown }).code !== STATEMENT_TIMED_OUT) throw error;
    throw new PortalError('unavailable', 'Your search matches too many results. Try fewer or more specific words.', {
      cause: error,
      retryAfter: 1,
    });
  }
}
