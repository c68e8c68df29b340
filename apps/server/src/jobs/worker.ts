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
import type { Dependencies } from '../dependencies.ts';
import { keepWorkerAlive, releaseJobs } from './liveWorkers.ts';

/** What one kind of job does. A job that throws is tried again later, so it must bear being done twice. */
export type Task = (payload: never, parts: Dependencies) => Promise<void>;

/** The jobs of the portal: what each does, and when the timed ones run (UTC, as crontab has it). */
export interface Jobs {
  tasks: Record<string, Task>;
  timed: CronItem[];
}

const CONCURRENCY = 2;
const POLL_INTERVAL_MS = 2000;
const START_AGAIN_MS = 2000;
/** Jobs that take longer to finish at the end are given back, to be done again by another worker. */
const FINISH_TIMEOUT_MS = 6000;

export interface KeptWorker {
  /** Finishes the jobs under way, or gives them back after six seconds. */
  stop(): Promise<void>;
}

/**
 * Works on jobs until it is stopped. Starts as soon as the database is there, and again when it ends by itself. `parts` are
 * the worker's own: their pool is not that of requests.
 */
export function keepWorking(jobs: Jobs, parts: Dependencies): KeptWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const working = (async () => {
    while (!signal.aborted) {
      await workUntilAborted(jobs, parts, signal).catch((error: unknown) => {
        if (!signal.aborted)
          parts.logger.warn({ reason: String(error) }, 'the worker could not go on and starts again');
      });
      await sleep(START_AGAIN_MS, undefined, { signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([working, sleep(FINISH_TIMEOUT_MS + 1000, undefined, { ref: false })]);
    },
  };
}

async function workUntilAborted(jobs: Jobs, parts: Dependencies, signal: AbortSignal): Promise<void> {
  const events = new EventEmitter() as WorkerEvents;
  let workerId = '';
  events.once('pool:create', ({ workerPool }) => (workerId = workerPool.id));
  const runner = await run({
    ...optionsOf(jobs, parts),
    events,
    concurrency: CONCURRENCY,
    pollInterval: POLL_INTERVAL_MS,
    noHandleSignals: true,
  });
  const ended = new AbortController();
  const life = keepWorkerAlive(parts.db, workerId, parts.logger, ended.signal);
  try {
    await Promise.race([runner.promise, signal.aborted ? undefined : once(signal, 'abort')]);
    if (signal.aborted) await finish(runner, parts, workerId);
  } finally {
    ended.abort();
    await life;
  }
}

async function finish(runner: Runner, { db, logger }: Dependencies, workerId: string): Promise<void> {
  const isFinished = await Promise.race([
    runner.stop().then(() => true),
    sleep(FINISH_TIMEOUT_MS, false, { ref: false }),
  ]);
  if (isFinished) return;
  await releaseJobs(db, workerId);
  logger.warn({ workerId }, 'jobs that did not finish in time are done again later');
}

/** Works on all jobs that are due, also those that they add, and returns. For tests and commands. */
export function runDueJobs(jobs: Jobs, parts: Dependencies): Promise<void> {
  return runOnce({ ...optionsOf(jobs, parts), concurrency: 1, noHandleSignals: true });
}

function optionsOf({ tasks, timed }: Jobs, parts: Dependencies): RunnerOptions & { parsedCronItems: ParsedCronItem[] } {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never, parts)]),
  );
  // graphile-worker looks for a listener and warns of its absence; our clients bring their own.
  if (parts.pool.listenerCount('connect') === 0) parts.pool.on('connect', () => {});
  return {
    pgPool: parts.pool,
    taskList,
    parsedCronItems: parseCronItems(timed),
    logger: new Logger(logTo(parts.logger)),
  };
}

/** Payloads can name people, so the lines say only which job it was; failures come with their reason. */
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
