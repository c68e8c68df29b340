import { sql, type Kysely, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { withTraceparent } from '../telemetry/jobSpan.ts';
import { jobPriorities, type JobName, type JobPayload } from './registry.ts';

export interface JobOptions {
  /** A new job replaces a waiting one with the same key. */
  key?: string;
  runAt?: Date;
  /** Jobs of the same queue run sequentially. */
  queue?: string;
  /** The number of attempts before the job is given up; 25 by default, with growing pauses between them. */
  maxAttempts?: number;
}

/** Adds a job. Inside a transaction it is queued only if the transaction commits. */
export async function addJob<Name extends JobName>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  payload: JobPayload<Name>,
  { key, runAt, queue, maxAttempts }: JobOptions = {},
): Promise<void> {
  await sql`select 1 from graphile_worker.add_job(
    ${name}, payload := ${JSON.stringify(withTraceparent(payload))}::json, queue_name := ${queue ?? null},
    run_at := ${runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${maxAttempts ?? null},
    job_key := ${key ?? null}, priority := ${jobPriorities[name] ?? 0})`.execute(db);
}

/**
 * Adds any number of jobs with the same name in one statement. They run at the earliest `delayMs` from now; a job that
 * replaces a waiting one starts that time again.
 */
export async function addJobs<Name extends JobName>(
  db: Kysely<DB> | Transaction<DB>,
  name: Name,
  jobs: Array<{ payload: JobPayload<Name>; key: string; queue?: string }>,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  if (jobs.length === 0) return;
  const traced = jobs.map(({ payload, ...job }) => ({ payload: withTraceparent(payload), ...job }));
  await sql`
    select count(graphile_worker.add_job(${name}, payload := payload, job_key := key, queue_name := queue,
      run_at := now() + make_interval(secs => ${delayMs / 1000}), priority := ${jobPriorities[name] ?? 0}))
    from json_to_recordset(${JSON.stringify(traced)}::json) as job (payload json, key text, queue text)`.execute(db);
}
