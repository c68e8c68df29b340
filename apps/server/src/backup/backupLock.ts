import { sql, type Transaction } from 'kysely';
import type pg from 'pg';
import { z } from 'zod/mini';
import { withConnection } from '../db/connection.ts';
import { queryRows, readRowOrThrow } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';

/** Another process is writing, verifying or removing backups. */
export class BackupBusyError extends Error {
  override name = 'BackupBusyError';
  constructor() {
    super('Another process is working on the backups at the moment.');
  }
}

const Taken = z.object({ taken: z.boolean() });

/**
 * Runs `work` while holding the lock on this portal's backups. The lock belongs to a database connection, so it ends
 * with the process. `assertHeld` throws if the connection was lost. Throws BackupBusyError.
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
      // Unlock explicitly: the server notices a closed connection a moment later, and the next job may start before
      // that.
      await client.query(`select pg_advisory_unlock(hashtext('portico backups'))`).catch(() => undefined);
    }
  });
}

/** Whether nobody is working on the backups; if so, the lock keeps it that way until the transaction ends. */
export async function tryBlockBackups(trx: Transaction<DB>): Promise<boolean> {
  const { taken } = await readRowOrThrow(
    trx,
    Taken,
    sql`select pg_try_advisory_xact_lock_shared(hashtext('portico backups')) as taken`,
  );
  return taken;
}

async function assertAnswers(client: pg.Client): Promise<void> {
  await client.query('select 1').catch((cause: unknown) => {
    throw new Error('The connection that held the backup lock was lost.', { cause });
  });
}
