import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { BackupRun, type BackupRunKind } from '@portico/contracts/admin/backups';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow, readRows } from '../../db/rows.ts';

/** The administration lists this many of the latest runs. */
const MAX_LISTED_RUNS = 20;
const RETENTION_DAYS = 400;
const INTERRUPTED = 'The process ended before it finished.';

type Done = Pick<{ id: string; takenAt: string }, 'id' | 'takenAt'>;

/**
 * Runs one backup or verification and records its outcome, also in the audit log. The caller must hold the backup lock:
 * any other run still recorded as running was interrupted.
 */
export async function recordRun<Result extends Done>(
  db: Db,
  { kind, now, describe }: { kind: BackupRunKind; now: () => Date; describe: (error: unknown) => string },
  work: () => Promise<Result>,
): Promise<Result> {
  await db
    .updateTable('backup_runs')
    .set({ state: 'failed', finished_at: now().toISOString(), problem: INTERRUPTED })
    .where('state', '=', 'running')
    .execute();
  const { id } = await db
    .insertInto('backup_runs')
    .values({ kind, state: 'running', started_at: now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const end = (state: 'succeeded' | 'failed', result: { done?: Done; problem?: string }) =>
    db.transaction().execute(async (trx) => {
      await trx
        .updateTable('backup_runs')
        .set({
          state,
          finished_at: now().toISOString(),
          backup_id: result.done?.id ?? null,
          taken_at: result.done?.takenAt ?? null,
          problem: result.problem ?? null,
        })
        .where('id', '=', id)
        .execute();
      await audit(trx, {
        action: `${kind === 'backup' ? 'backup.made' : 'backup.verified'}${state === 'failed' ? '-failed' : ''}`,
        objectKind: 'backup',
        objectId: result.done?.id,
        details: result.problem === undefined ? {} : { problem: result.problem },
      });
    });
  let done: Result;
  try {
    done = await work();
  } catch (error) {
    await end('failed', { problem: describe(error) });
    throw error;
  }
  await end('succeeded', { done });
  return done;
}

/**
 * The latest runs. A run counts as running only while the backup lock is held; otherwise its process died, or the row
 * came from a restored backup.
 */
export function listRuns(db: Db): Promise<BackupRun[]> {
  return readRows(
    db,
    z.extend(BackupRun, { startedAt: Instant, finishedAt: z.nullable(Instant) }),
    sql`
      with lock as (
        select exists (
          select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
            and database = (select oid from pg_database where datname = current_database())
            and (classid::bigint << 32) | objid::bigint = hashtext('portico backups')::bigint
        ) as "isHeld"
      )
      select run.id, kind, backup_id as "backupId", started_at as "startedAt", finished_at as "finishedAt",
        case when state = 'running' and not "isHeld" then 'failed' else state end as state,
        case when state = 'running' and not "isHeld" then ${INTERRUPTED} else problem end as problem
      from backup_runs run, lock order by started_at desc, run.id limit ${MAX_LISTED_RUNS}`,
  );
}

const Verified = z.object({ backupId: z.string(), verifiedAt: Instant });

/** When each backup was last verified. */
export async function readVerifications(db: Db): Promise<Map<string, string>> {
  const rows = await readRows(
    db,
    Verified,
    sql`select backup_id as "backupId", max(finished_at) as "verifiedAt" from backup_runs
      where kind = 'verification' and state = 'succeeded' group by backup_id`,
  );
  return new Map(rows.map(({ backupId, verifiedAt }) => [backupId, verifiedAt]));
}

/** The backup that most recently passed verification. */
export async function findVerifiedBackup(db: Db): Promise<string | undefined> {
  const found = await readRow(
    db,
    Verified,
    sql`select backup_id as "backupId", finished_at as "verifiedAt" from backup_runs
      where kind = 'verification' and state = 'succeeded' order by finished_at desc limit 1`,
  );
  return found?.backupId;
}

export const purgeRuns = (db: Db, now: Date) =>
  db
    .deleteFrom('backup_runs')
    .where('started_at', '<', new Date(now.getTime() - RETENTION_DAYS * DAY_MS).toISOString())
    .execute();
