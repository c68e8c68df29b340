import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow, readRows } from '../db/rows.ts';

const HEARTBEAT_MS = 2000;
/** A worker that is silent for this long and whose lock is free has ended. */
const ENDED_AFTER_S = 5;
/** A worker without a heartbeat for this long is considered dead even if it holds its lock: it may be frozen. */
const WORKER_DEAD_AFTER_S = 30;
/** A worker that has just started or recovered first gives all others time for a heartbeat. */
const SETTLING_MS = 2 * HEARTBEAT_MS;
/** Numbers up to this one are exact in JavaScript. */
const MAX_LOCK_KEY = 2 ** 47;

/** A lock that PostgreSQL releases as soon as the worker's process has ended. */
export interface WorkerLock {
  /** Undefined while the worker holds no lock. */
  key(): number | undefined;
  /** Aborted when the key changes. */
  changed(): AbortSignal;
}

/**
 * Holds an advisory lock on the connection on which the worker listens for jobs. Each connection locks a new key,
 * because the server may not have noticed yet that the previous one was lost.
 */
export function holdWorkerLock(events: WorkerEvents): WorkerLock {
  let key: number | undefined;
  let changed = new AbortController();
  const change = (next: number | undefined) => {
    key = next;
    changed.abort();
    changed = new AbortController();
  };
  events.on('pool:listen:success', ({ client }) => {
    const lock = async () => {
      const next = randomInt(MAX_LOCK_KEY);
      await client.query('select pg_advisory_lock($1::bigint)', [next]);
      change(next);
    };
    // After graphile-worker's own statement, because a connection runs one at a time. If it fails, it is replaced.
    client.once('drain', () => void lock().catch(() => {}));
  });
  events.on('pool:listen:error', () => change(undefined));
  return { key: () => key, changed: () => changed.signal };
}

/**
 * Records the worker's heartbeat every two seconds and releases the jobs of dead workers, which graphile-worker alone
 * would hold for four hours. Resolves once `signal` is aborted and the worker has signed off. Source: decisions/0230.
 */
export async function recordHeartbeats(
  { db, logger, workerId, lock }: { db: Db; logger: Logger; workerId: string; lock?: WorkerLock | undefined },
  signal: AbortSignal,
): Promise<void> {
  let beatingSince: number | undefined;
  while (!signal.aborted) {
    const waking = lock ? AbortSignal.any([signal, lock.changed()]) : signal;
    try {
      await saveHeartbeat(db, workerId, lock?.key());
      beatingSince ??= performance.now();
      if (performance.now() - beatingSince >= SETTLING_MS) await releaseJobsOfDeadWorkers(db, logger);
    } catch (error) {
      beatingSince = undefined;
      logger.warn({ reason: (error as Error).message }, 'the worker could not save its heartbeat');
    }
    await sleep(HEARTBEAT_MS, undefined, { signal: waking }).catch(() => {});
  }
  await signOff(db, workerId).catch(() => {});
}

async function saveHeartbeat(db: Db, workerId: string, lockKey: number | undefined): Promise<void> {
  await sql`insert into job_workers (id, lock_key) values (${workerId}, ${lockKey ?? null})
    on conflict (id) do update set seen_at = clock_timestamp(), lock_key = excluded.lock_key`.execute(db);
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

/**
 * Only the locks of silent workers are tried. Two workers that try the same lock at the same moment can hinder each
 * other; they try again with their next heartbeat.
 */
async function releaseJobsOfDeadWorkers(db: Db, logger: Logger): Promise<void> {
  const rows = await readRows(
    db,
    DeadWorker,
    sql`
      select id from (
        select locked_by as id, max(locked_at) as locked_at from graphile_worker.jobs where locked_by is not null group by locked_by
      ) busy left join job_workers worker using (id)
      where case
        when coalesce(seen_at, locked_at) < ${secondsAgo(WORKER_DEAD_AFTER_S)} then true
        when lock_key is null or seen_at >= ${secondsAgo(ENDED_AFTER_S)} then false
        else pg_try_advisory_xact_lock(lock_key)
      end`,
  );
  for (const { id } of rows) {
    await releaseJobs(db, id);
    logger.warn({ workerId: id }, 'the jobs of a dead worker will run again');
  }
  await sql`delete from job_workers where seen_at < ${secondsAgo(WORKER_DEAD_AFTER_S)}`.execute(db);
}

const secondsAgo = (seconds: number) => sql`clock_timestamp() - make_interval(secs => ${seconds})`;

/** Releases all jobs that a worker has started and not finished, and wakes the other workers to run them. */
export async function releaseJobs(db: Db, workerId: string): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array[${workerId}]::text[]),
    pg_notify('jobs:insert', '{"count":100}')`.execute(db);
}

async function signOff(db: Db, workerId: string): Promise<void> {
  await db.deleteFrom('job_workers').where('id', '=', workerId).execute();
}
