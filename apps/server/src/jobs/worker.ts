import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  run,
  runOnce,
  type CronItem,
  type ParsedCronItem,
  type Runner,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
  parseCronItems,
} from 'graphile-worker';
import { sql } from 'kysely';
import type { Logger as PinoLogger } from 'pino';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import type { Dependencies } from '../dependencies.ts';
import { inJobSpan } from '../telemetry/jobSpan.ts';
import { holdWorkerLock, recordHeartbeats, releaseJobs } from './liveWorkers.ts';
import { formerNames, jobPayloads, mailJobs, punctualJobs, type JobName, type JobPayload } from './registry.ts';

/** What running jobs needs, whatever the jobs themselves need. */
export type WorkerDependencies = Pick<Dependencies, 'pool' | 'db' | 'logger'> & {
  config: Pick<Dependencies['config'], 'DATABASE_PREPARE' | 'DATABASE_LISTEN_URL'>;
};

/** The function that runs a job. If it throws, the job is retried later, so running it twice must be harmless. */
export type Task<Name extends JobName, Needed extends WorkerDependencies = Dependencies> = (
  payload: JobPayload<Name>,
  dependencies: Needed,
) => Promise<void>;

/** `Needed` is what the jobs get. */
export interface Jobs<Needed extends WorkerDependencies = Dependencies> {
  tasks: Record<string, (payload: unknown, dependencies: Needed) => Promise<void>>;
  /** The schedule of timed jobs: crontab patterns, in UTC. */
  timed: CronItem[];
}

/** A task for every job in the registry, under current and former names, that rejects invalid payloads. */
export function checkedTasks<Needed extends WorkerDependencies = Dependencies>(tasks: {
  [Name in JobName]: Task<Name, Needed>;
}): Jobs<Needed>['tasks'] {
  const checked = (name: JobName): Jobs<Needed>['tasks'][string] => {
    const task = tasks[name] as Task<JobName, Needed>;
    return async (payload, dependencies) => {
      const parsed = z.safeParse(jobPayloads[name], payload);
      if (!parsed.success)
        throw new Error(`The payload of a job "${name}" does not have the shape in jobs/registry.ts.`);
      await task(parsed.data as JobPayload<JobName>, dependencies);
    };
  };
  const names = Object.keys(jobPayloads) as JobName[];
  return Object.fromEntries([
    ...names.map((name) => [name, checked(name)]),
    ...Object.entries(formerNames).map(([former, name]) => [former, checked(name)]),
  ]) as Jobs<Needed>['tasks'];
}

/** The jobs that send email, those that must not be late, and all others; each group has a separate worker. */
export function splitJobs<Needed extends WorkerDependencies>({
  tasks,
  timed,
}: Jobs<Needed>): Record<'mail' | 'punctual' | 'others', Jobs<Needed>> {
  const only = (isWanted: (name: string) => boolean): Jobs<Needed> => ({
    tasks: Object.fromEntries(Object.entries(tasks).filter(([name]) => isWanted(name))),
    timed: timed.filter(({ task }) => isWanted(task)),
  });
  return {
    mail: only((name) => mailJobs.has(name)),
    punctual: only((name) => punctualJobs.has(name)),
    others: only((name) => !mailJobs.has(name) && !punctualJobs.has(name)),
  };
}

const POLL_INTERVAL_MS = 2000;
/** How many times and how long to wait for due jobs that cannot start yet. */
const IDLE_MS = 20;
const MAX_IDLE_ROUNDS = 100;
const RESTART_DELAY_MS = 2000;
/** When the worker stops, unfinished jobs are released after this time, so that another worker can start them over. */
const FINISH_TIMEOUT_MS = 6000;

export interface RunningWorker {
  /** Finishes the running jobs, or releases them after six seconds. */
  stop(): Promise<void>;
}

/**
 * Runs up to `concurrency` jobs at once until stopped: starts once the database responds, and restarts after a failure.
 * The worker has separate `dependencies`; its pool is not the one that serves requests.
 */
export function startWorker<Needed extends WorkerDependencies>(
  jobs: Jobs<Needed>,
  dependencies: Needed,
  concurrency: number,
): RunningWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = (async () => {
    while (!signal.aborted) {
      await workUntilAborted(jobs, dependencies, concurrency, signal).catch((error: unknown) => {
        if (!signal.aborted) dependencies.logger.warn({ reason: String(error) }, 'the worker failed and is restarting');
      });
      await sleep(RESTART_DELAY_MS, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([working, sleep(FINISH_TIMEOUT_MS + 1000, undefined, { ref: false })]);
    },
  };
}

async function workUntilAborted<Needed extends WorkerDependencies>(
  jobs: Jobs<Needed>,
  dependencies: Needed,
  concurrency: number,
  signal: AbortSignal,
): Promise<void> {
  const { config, db, logger } = dependencies;
  const options = runnerOptions(jobs, dependencies);
  // Through a pooler, a lock would outlive the process on a connection that others use.
  const keepsSessions = config.DATABASE_PREPARE || config.DATABASE_LISTEN_URL !== undefined;
  const lock = keepsSessions ? holdWorkerLock(options.events) : undefined;
  let workerId = '';
  options.events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const runner = await run({
    ...options,
    concurrency,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
  });
  const ended = new AbortController();
  const heartbeat = recordHeartbeats({ db, logger, workerId, lock }, ended.signal);
  try {
    await Promise.race([runner.promise, signal.aborted ? undefined : once(signal, 'abort')]);
    if (signal.aborted) await finish(runner, dependencies, workerId);
  } finally {
    ended.abort();
    await heartbeat;
  }
}

async function finish(runner: Runner, { db, logger }: WorkerDependencies, workerId: string): Promise<void> {
  const isFinished = await Promise.race([
    runner.stop().then(() => true),
    sleep(FINISH_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (isFinished) return;
  await releaseJobs(db, workerId);
  logger.warn({ workerId }, 'jobs that did not finish in time will run again later');
}

const Counted = z.object({ due: z.int() });

/** Runs all due jobs, including those that they add, and returns. For tests and commands. */
export async function runDueJobs<Needed extends WorkerDependencies>(
  jobs: Jobs<Needed>,
  dependencies: Needed,
): Promise<void> {
  let due = Infinity;
  let idleRounds = 0;
  // graphile-worker finds nothing and returns while the queue of the job that it ran last is still locked.
  do {
    if (idleRounds > 0) await sleep(IDLE_MS);
    await runOnce({ ...runnerOptions(jobs, dependencies), concurrency: 1, noHandleSignals: true });
    const left = await countDueJobs(dependencies.db);
    idleRounds = left < due ? 0 : idleRounds + 1;
    due = left;
  } while (due > 0 && idleRounds <= MAX_IDLE_ROUNDS);
}

async function countDueJobs(db: Db): Promise<number> {
  const [counted] = await readRows(
    db,
    Counted,
    sql`select count(*)::integer as due from graphile_worker.jobs
      where locked_at is null and run_at <= now() and attempts < max_attempts`,
  );
  return counted?.due ?? 0;
}

function runnerOptions<Needed extends WorkerDependencies>(
  { tasks, timed }: Jobs<Needed>,
  dependencies: Needed,
): RunnerOptions & { parsedCronItems: ParsedCronItem[]; events: WorkerEvents } {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (payload: unknown) => inJobSpan(name, payload, () => task(payload, dependencies)),
    ]),
  );
  // graphile-worker warns if the pool has no listener; our clients have their own.
  if (dependencies.pool.listenerCount('connect') === 0) dependencies.pool.on('connect', () => {});
  return {
    noPreparedStatements: !dependencies.config.DATABASE_PREPARE,
    pgPool: dependencies.pool,
    taskList,
    parsedCronItems: parseCronItems(timed),
    logger: new Logger(logTo(dependencies.logger)),
    events: failureEvents(dependencies.logger),
  };
}

const Payload = z.record(z.string(), z.unknown());
const Id = z.guid();

/** The ids in a job's payload, which identify the people and items it concerns without naming anyone. */
export const concernsOf = (payload: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(z.safeParse(Payload, payload).data ?? {}).filter(
      (entry): entry is [string, string] => z.safeParse(Id, entry[1]).success,
    ),
  );

/** Logs each failed attempt with the ids of what it concerns. */
function failureEvents(logger: PinoLogger): WorkerEvents {
  const events = new EventEmitter() as WorkerEvents;
  events.on('job:error', ({ job, error }) => {
    const isLast = job.attempts >= job.max_attempts;
    logger.error(
      {
        job: job.task_identifier,
        jobId: job.id,
        concerns: concernsOf(job.payload),
        attempt: job.attempts,
        maxAttempts: job.max_attempts,
        reason: error instanceof Error ? error.message : String(error),
      },
      isLast ? 'a job failed and will not be retried' : 'a job failed',
    );
  });
  return events;
}

/** Warnings of the queue itself; failed jobs are reported as events. */
function logTo(logger: PinoLogger) {
  return () => (level: string, message: string, meta?: { error?: unknown; failure?: boolean }) => {
    if ((level !== 'error' && level !== 'warning') || meta?.failure) return;
    const reason = meta?.error instanceof Error ? meta.error.message : message;
    logger[level === 'error' ? 'error' : 'warn']({ reason }, 'the job queue reported a problem');
  };
}
