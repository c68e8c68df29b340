import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import { PortalError } from '../errors.ts';

const STATEMENT_TIMED_OUT = '57014';

/** Settings of a search besides the timeout: just-in-time compilation takes longer than any of its statements. */
const settings = { jit: 'off', work_mem: '32MB' };
/** The same for connections that only search. */
export const SEARCH_SESSION = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** The connections on which a search runs its statements. */
export interface SearchConnections {
  db: Db;
  /** Its sessions have the settings of a search. */
  hasSession: boolean;
  /** Longest time that one of its statements may take, in milliseconds: DATABASE_STATEMENT_TIMEOUT_MS. */
  timeoutMs: number;
  /** Aborted once nobody waits for the answer. */
  signal?: AbortSignal;
}

/**
 * Runs the statements of one search on a single snapshot of the database. Throws `unavailable` if one takes longer than
 * `timeoutMs`. Source: TRUST D5.
 */
export function searchTransaction<Result>(
  { db, hasSession, timeoutMs }: SearchConnections,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return limitTime(() =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        if (!hasSession)
          await sql`select set_config('statement_timeout', ${`${timeoutMs}ms`}, true), set_config('jit', ${settings.jit}, true), set_config('work_mem', ${settings.work_mem}, true)`.execute(
            trx,
          );
        return work(trx);
      }),
  );
}

/**
 * The same without a snapshot, for statements that need not be exactly consistent: it saves beginning and ending a
 * transaction.
 */
export function searchStatements<Result>(
  connections: SearchConnections,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return connections.hasSession ? limitTime(() => work(connections.db)) : searchTransaction(connections, work);
}

async function limitTime<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: unknown }).code !== STATEMENT_TIMED_OUT) throw error;
    throw new PortalError('unavailable', 'Your search has too many matches. Try fewer or more specific words.', {
      cause: error,
      retryAfter: 1,
    });
  }
}
