import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { z } from 'zod/mini';
import { withConnection } from '../db/connection.ts';
import { queryRows, readRowOrThrow } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';

/** Somebody else is writing, verifying or removing backups. */
export class BackupBusyError extends Error {
  override name = 'BackupBusyError';
  constructor() {
    super('Another process is working on the backups at the moment.');
  }
}

const Taken = z.object({ taken: z.boolean() });

/**
 * Runs `work` while nobody else works on the backups of this portal: the lock is that of a database connection, which
 * ends with the process. `assertHeld` throws when the connection was lost. Throws BackupBusyError.
 */
export function withBackupLock<Result>(
  databaseUrl: string,
  work: (assertHeld: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  return withConnection(databaseUrl, async (client) => {
    const [row] = await queryRows(client, Taken, `select pg_try_advisory_lock(hashtext('portico backups')) as taken`);
    if (!row?.taken) throw new BackupBusyError();
    try {
      return await work(() => assertAnswers(client));
    } finally {
      // The server notices the end of a connection a moment later, and the next job may be quicker.
      await client.query(`select pg_advisory_unlock(hashtext('portico backups'))`).catch(() => undefined);
    }
  });
}

/** Whether nobody works on the backups; then nobody does until the transaction ends. */
export async function keepsBackupsAway(trx: Transaction<DB>): Promise<boolean> {
  const { taken } = await readRowOrThrow(
    trx,
    Taken,
    sql`select pg_try_advisory_xact_lock_shared(hashtext('portico backups')) as taken`,
  );
  return taken;
}

async function assertAnswers(client: pg.Client): Promise<void> {
  await client.query('select 1').catch((cause: unknown) => {
    throw new Error('The connection that kept others from the backups was lost.', { cause });
  });
}
