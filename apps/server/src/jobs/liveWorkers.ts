import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow, readRows } from '../db/rows.ts';

const HEARTBEAT_MS = 5000;
/** A worker without a heartbeat for this long is considered dead; others take over its jobs. */
const WORKER_DEAD_AFTER_S = 30;
/** A worker that has just started or recovered first gives all others time for a heartbeat. */
const SETTLING_MS = 2 * HEARTBEAT_MS;

/**
 * Records the worker's heartbeat every five seconds and releases the jobs of dead workers, which graphile-worker alone
 * would hold for four hours. Resolves once `signal` is aborted and the worker has signed off.
 */
export async function recordHeartbeats(db: Db, workerId: string, logger: Logger, signal: AbortSignal): Promise<void> {
  let beatingSince: number | undefined;
  while (!signal.aborted) {
    try {
      await saveHeartbeat(db, workerId);
      beatingSince ??= performance.now();
      if (performance.now() - beatingSince >= SETTLING_MS) await releaseJobsOfDeadWorkers(db, logger);
    } catch (error) {
      beatingSince = undefined;
      logger.warn({ reason: (error as Error).message }, 'the worker could not save its heartbeat');
    }
    await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => {});
  }
  await signOff(db, workerId).catch(() => {});
}

async function saveHeartbeat(db: Db, workerId: string): Promise<void> {
  await sql`insert into job_workers (id) values (${workerId})
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db);
}

const Counted = z.object({ workers: z.int() });

/** How many workers are alive across all processes; a process that runs jobs has three. */
export async function countLiveWorkers(db: Db): Promise<number> {
  const { workers } = await readRowOrThrow(
    db,
    Counted,
    sql`select count(*)::int as workers from job_workers
      where seen_at >= clock_timestamp() - make_interval(secs => ${WORKER_DEAD_AFTER_S})`,
  );
  return workers;
}

const DeadWorker = z.object({ id: z.string() });

async function releaseJobsOfDeadWorkers(db: Db, logger: Logger): Promise<void> {
  const deadline = sql`clock_timestamp() - make_interval(secs => ${WORKER_DEAD_AFTER_S})`;
  const rows = await readRows(
    db,
    DeadWorker,
    sql`
      select distinct locked_by as id from graphile_worker.jobs where locked_by is not null and locked_at < ${deadline}
        and not exists (select from job_workers where id = locked_by and seen_at >= ${deadline})`,
  );
  for (const { id } of rows) {
    await releaseJobs(db, id);
    logger.warn({ workerId: id }, 'the jobs of a dead worker will run again');
  }
  await sql`delete from job_workers where seen_at < ${deadline}`.execute(db);
}

/** Releases all jobs that a worker has started and not finished, so that other workers can run them. */
export async function releaseJobs(db: Db, workerId: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${workerId}]::text[])`.execute(db);
}

async function signOff(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('job_workers').where('id', '=', workerId).execute();
}
