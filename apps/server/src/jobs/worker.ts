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
import type { Logger as PinoLogger } from 'pino';
import { z } from 'zod/mini';
import type { Dependencies } from '../dependencies.ts';
import { keepWorkerAlive, releaseJobs } from './liveWorkers.ts';
import { formerNames, jobPayloads, type JobName, type JobPayload } from './registry.ts';

/** What a job does. One that throws is retried later, so running it twice must do no harm. */
export type Task<Name extends JobName> = (payload: JobPayload<Name>, dependencies: Dependencies) => Promise<void>;

export interface Jobs {
  tasks: Record<string, (payload: unknown, dependencies: Dependencies) => Promise<void>>;
  /** When timed jobs run: crontab patterns, in UTC. */
  timed: CronItem[];
}

/** A task for every job of the registry, current and former names, that rejects payloads of the wrong shape. */
export function checkedTasks(tasks: { [Name in JobName]: Task<Name> }): Jobs['tasks'] {
  const checked = (name: JobName): Jobs['tasks'][string] => {
    const task = tasks[name] as Task<JobName>;
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
  ]) as Jobs['tasks'];
}

const CONCURRENCY = 2;
const POLL_INTERVAL_MS = 2000;
const RESTART_DELAY_MS = 2000;
/** When the worker stops, unfinished jobs are released after this time, for another worker to start over. */
const FINISH_TIMEOUT_MS = 6000;

export interface RunningWorker {
  /** Finishes the running jobs, or releases them after six seconds. */
  stop(): Promise<void>;
}

/**
 * Runs jobs until it is stopped: starts once the database answers, and restarts after a failure. The worker has its own
 * `dependencies`; its pool is not the one that serves requests.
 */
export function startWorker(jobs: Jobs, dependencies: Dependencies): RunningWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = (async () => {
    while (!signal.aborted) {
      await workUntilAborted(jobs, dependencies, signal).catch((error: unknown) => {
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

async function workUntilAborted(jobs: Jobs, dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const runner = await run({
    ...runnerOptions(jobs, dependencies),
    events,
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
  });
  const ended = new AbortController();
  const heartbeat = keepWorkerAlive(dependencies.db, workerId, dependencies.logger, ended.signal);
  try {
    await Promise.race([runner.promise, signal.aborted ? undefined : once(signal, 'abort')]);
    if (signal.aborted) await finish(runner, dependencies, workerId);
  } finally {
    ended.abort();
    await heartbeat;
  }
}

async function finish(runner: Runner, { db, logger }: Dependencies, workerId: string): Promise<void> {
  const isFinished = await Promise.race([
    runner.stop().then(() => true),
    sleep(FINISH_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (isFinished) return;
  await releaseJobs(db, workerId);
  logger.warn({ workerId }, 'jobs that did not finish in time will run again later');
}

/** Runs all jobs that are due, including those that they add, and returns. For tests and commands. */
export function runDueJobs(jobs: Jobs, dependencies: Dependencies): Promise<void> {
  return runOnce({ ...runnerOptions(jobs, dependencies), concurrency: 1, noHandleSignals: true });
}

function runnerOptions(
  { tasks, timed }: Jobs,
  dependencies: Dependencies,
): RunnerOptions & { parsedCronItems: ParsedCronItem[] } {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload, dependencies)]),
  );
  // graphile-worker warns when the pool has no listener; our clients bring their own.
  if (dependencies.pool.listenerCount('connect') === 0) dependencies.pool.on('connect', () => {});
  return {
    noPreparedStatements: !dependencies.config.DATABASE_PREPARE,
    pgPool: dependencies.pool,
    taskList,
    parsedCronItems: parseCronItems(timed),
    logger: new Logger(logTo(dependencies.logger)),
  };
}

/** Payloads can identify people, so only the job's name and id are logged, with the reason of a failure. */
function logTo(logger: PinoLogger) {
  return (scope: { taskIdentifier?: string; jobId?: string }) =>
    (level: string, message: string, meta?: { error?: unknown }) => {
      if (level !== 'error' && level !== 'warning') return;
      const reason = meta?.error instanceof Error ? meta.error.message : message;
      logger[level === 'error' ? 'error' : 'warn'](
        { job: scope.taskIdentifier, jobId: scope.jobId, reason },
        'a job failed',
      );
    };
}
