import type pg from 'pg';
import { z } from 'zod/mini';
import { queryRows } from '@portico/server/db/rows';

const JobRow = z.object({
  id: z.string(),
  job: z.string(),
  state: z.enum(['due', 'planned', 'running', 'retrying', 'failed']),
  attempts: z.int(),
  maxAttempts: z.int(),
  runAt: z.string(),
  /** The ids in the payload, by name. */
  concerns: z.record(z.string(), z.unknown()),
  person: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
});
export type JobRow = z.infer<typeof JobRow>;

const UndeliverableEmail = z.object({
  at: z.string(),
  kind: z.enum(['invitation', 'receipt']),
  userId: z.uuid(),
  person: z.nullable(z.string()),
  about: z.nullable(z.string()),
  reason: z.string(),
});
export type UndeliverableEmail = z.infer<typeof UndeliverableEmail>;

/** Payloads of the library's own jobs can have any shape, so only objects are read. */
const JOBS = `
  select job.id::text, job.task_identifier as job, job.attempts::int, job.max_attempts::int as "maxAttempts", job.last_error as "lastError",
    to_char(job.run_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "runAt",
    case when job.locked_at is not null then 'running' when job.attempts >= job.max_attempts then 'failed'
      when job.attempts > 0 then 'retrying' when job.run_at > now() then 'planned' else 'due' end as state,
    case when json_typeof(stored.payload) = 'object' then stored.payload else '{}' end as concerns, person.email as person
  from graphile_worker.jobs job join graphile_worker._private_jobs stored on stored.id = job.id
    left join users person on person.id::text = stored.payload->>'userId'
  order by job.priority, job.run_at, job.id`;

const UNDELIVERABLE = `
  select to_char(mail.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, mail.user_id as "userId", person.email as person, mail.reason,
    case when mail.event_id is null then 'receipt' else 'invitation' end as kind, coalesce(mail.event_id, mail.entry_id)::text as about
  from undeliverable_emails mail join users person on person.id = mail.user_id order by mail.id`;

/** Every waiting, running or failed job, in the order in which they run. */
export const listJobs = (pool: pg.Pool): Promise<JobRow[]> => queryRows(pool, JobRow, JOBS);

export const listUndeliverable = (pool: pg.Pool): Promise<UndeliverableEmail[]> =>
  queryRows(pool, UndeliverableEmail, UNDELIVERABLE);

const Changed = z.object({ id: z.string() });

/** Makes these jobs due now and resets their attempts; returns the ids of those that were not running. */
export const retryJobs = (pool: pg.Pool, ids: string[]): Promise<string[]> =>
  changeJobs(
    pool,
    ids,
    'select id::text from graphile_worker.reschedule_jobs($1::bigint[], run_at := now(), attempts := 0)',
  );

/** Deletes these jobs without running them; returns the ids of those that were not running. */
export const dropJobs = (pool: pg.Pool, ids: string[]): Promise<string[]> =>
  changeJobs(pool, ids, 'select id::text from graphile_worker.complete_jobs($1::bigint[])');

async function changeJobs(pool: pg.Pool, ids: string[], statement: string): Promise<string[]> {
  const changed = await queryRows(pool, Changed, statement, [ids]);
  return changed.map(({ id }) => id);
}
