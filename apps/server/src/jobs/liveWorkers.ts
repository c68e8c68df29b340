import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';

const BEAT_MS = 5000;
/** A worker that was silent for so long is dead: what it has begun is done by another. */
const SILENCE_S = 30;
/** Who has just come, or come back, waits until all others had time to speak. */
const SETTLING_MS = 2 * BEAT_MS;

/**
 * Says every five seconds that the worker lives, and gives back the jobs of those that are silent, which graphile-worker alone
 * would keep for four hours. Resolves once `signal` is aborted and the worker is signed off.
 */
export async function keepWorkerAlive(db: Db, workerId: string, logger: Logger, signal: AbortSignal): Promise<void> {
  let speakingSince: number | undefined;
  while (!signal.aborted) {
    try {
      await speak(db, workerId);
      speakingSince ??= performance.now();
      if (performance.now() - speakingSince >= SETTLING_MS) await releaseJobsOfTheDead(db, logger);
    } catch (error) {
      speakingSince = undefined;
      logger.warn({ reason: (error as Error).message }, 'the worker could not say that it lives');
    }
    await sleep(BEAT_MS, undefined, { signal }).catch(() => {});
  }
  await signOff(db, workerId).catch(() => {});
}

async function speak(db: Db, workerId: string): Promise<void> {
  await sql`insert into job_workers (id) values (${workerId}) on conflict (id) do update set seen_at = clock_timestamp()`.execute(
    db,
  );
}

async function releaseJobsOfTheDead(db: Db, logger: Logger): Promise<void> {
  const recently = sql`clock_timestamp() - make_interval(secs => ${SILENCE_S})`;
  const { rows } = await sql<{ id: string }>`
    select distinct locked_by as id from graphile_worker.jobs where locked_by is not null and locked_at < ${recently}
      and not exists (select from job_workers where id = locked_by and seen_at >= ${recently})`.execute(db);
  for (const { id } of rows) {
    await releaseJobs(db, id);
    logger.warn({ workerId: id }, 'jobs of a worker that is gone are done again');
  }
  await sql`delete from job_workers where seen_at < ${recently}`.execute(db);
}

/** Gives all jobs that a worker has begun and not finished back to the others. */
export async function releaseJobs(db: Db, workerId: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${workerId}]::text[])`.execute(db);
}

async function signOff(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('job_workers').where('id', '=', workerId).execute();
}
