import { Logger, run, runOnce, type CronItem, type ParsedCronItem, type Runner, type RunnerOptions, type TaskList, parseCronItems } from 'graphile-worker';
import type { Logger as PinoLogger } from 'pino';
import type pg from 'pg';
import type { Parts } from '../app.ts';

/** What one kind of job does. A job that throws is tried again later, so it must bear being done twice. */
export type Task = (payload: never, parts: Parts) => Promise<void>;

/** The jobs of the portal: what each does, and when the timed ones run (UTC, as crontab has it). */
export interface Jobs {
  tasks: Record<string, Task>;
  timed: CronItem[];
}

const CONCURRENCY = 2;
const POLL_INTERVAL_MS = 2000;

/** Works on jobs until it is stopped; those under way are finished first. `pool` is the worker's own. */
export function startWorker(jobs: Jobs, parts: Parts, pool: pg.Pool): Promise<Runner> {
  return run({ ...optionsOf(jobs, parts, pool), concurrency: CONCURRENCY, pollInterval: POLL_INTERVAL_MS, noHandleSignals: true });
}

/** Works on all jobs that are due, also those that they add, and returns. For tests and commands. */
export function runDueJobs(jobs: Jobs, parts: Parts, pool: pg.Pool): Promise<void> {
  return runOnce({ ...optionsOf(jobs, parts, pool), concurrency: 1, noHandleSignals: true });
}

function optionsOf({ tasks, timed }: Jobs, parts: Parts, pool: pg.Pool): RunnerOptions & { parsedCronItems: ParsedCronItem[] } {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as never, parts)]));
  return { pgPool: pool, taskList, parsedCronItems: parseCronItems(timed), logger: new Logger(logTo(parts.logger)) };
}

/** Payloads can name people, so the lines say only which job it was; failures come with their reason. */
function logTo(logger: PinoLogger) {
  return (scope: { taskIdentifier?: string; jobId?: string }) => (level: string, message: string, meta?: { error?: unknown }) => {
    if (level !== 'error' && level !== 'warning') return;
    const reason = meta?.error instanceof Error ? meta.error.message : message;
    logger[level === 'error' ? 'error' : 'warn']({ job: scope.taskIdentifier, jobId: scope.jobId, reason }, 'a job failed');
  };
}
