import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { AdminJob, type JobState, type listJobs } from '@portico/contracts/admin/jobs';
import type { CallResult } from '@portico/contracts/endpoint';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { JsonInstant, readRow, readRowOrThrow, pageOf } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { concernsOf } from '../../jobs/worker.ts';

const PAGE_SIZE = 25;
const MAX_ERROR_LENGTH = 300;

const jobs = sql`
  select id::text, task_identifier as name,
    case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
      when attempts > 0 then 'retrying' else 'waiting' end as state,
    attempts::int, max_attempts::int as "maxAttempts", left(split_part(last_error, E'\n', 1), ${MAX_ERROR_LENGTH}::int) as "lastError",
    run_at as "runAt", created_at as "createdAt"
  from graphile_worker.jobs`;
const order = sql`array_position(array['failed', 'retrying', 'running', 'waiting'], state), "runAt", id::bigint`;

const Listed = z.object({
  total: z.int(),
  names: z.array(z.string()),
  items: z.array(z.extend(AdminJob, { runAt: JsonInstant, createdAt: JsonInstant })),
});

/** A page of the jobs that match the filters, failing ones first, with the names of all jobs in the queue. */
export async function listJobsPage(
  db: Db,
  { page = 1, state, name }: { page?: number | undefined; state?: JobState | undefined; name?: string | undefined },
): Promise<CallResult<typeof listJobs>> {
  const filters = sql`(${state ?? null}::text is null or state = ${state ?? null}) and (${name ?? null}::text is null or name = ${name ?? null})`;
  const { items, ...listed } = await readRowOrThrow(
    db,
    Listed,
    sql`
      with jobs as (${jobs}), chosen as (
        select * from jobs where ${filters} order by ${order} ${pageOf(page, PAGE_SIZE)}
      )
      select (select count(*)::int from jobs where ${filters}) as total,
        (select coalesce(array_agg(distinct name order by name), '{}') from jobs) as names,
        (select coalesce(json_agg(chosen order by ${order}), '[]') from chosen) as items`,
  );
  const iso = (instant: string) => new Date(instant).toISOString();
  return {
    ...listed,
    page,
    pageSize: PAGE_SIZE,
    items: items.map((job) => ({ ...job, runAt: iso(job.runAt), createdAt: iso(job.createdAt) })),
  };
}

const ChosenJob = z.object({ name: z.string(), attempts: z.int(), payload: z.unknown() });

/** Makes the job run now, with all its attempts again. Throws `not_found`, and `conflict` while it runs. */
export const retryJob = (db: Db, id: string, actorId: string): Promise<void> =>
  changeJob(db, id, { actorId, action: 'job.retried' }, (trx) =>
    readRow(
      trx,
      Changed,
      sql`select id::text from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`,
    ),
  );

/** Removes the job from the queue. Throws `not_found`, and `conflict` while it runs. */
export const giveUpJob = (db: Db, id: string, actorId: string): Promise<void> =>
  changeJob(db, id, { actorId, action: 'job.given-up' }, (trx) =>
    readRow(trx, Changed, sql`select id::text from graphile_worker.complete_jobs(array[${id}::bigint])`),
  );

const Changed = z.object({ id: z.string() });

function changeJob(
  db: Db,
  jobId: string,
  { actorId, action }: { actorId: string; action: string },
  change: (trx: Transaction<DB>) => Promise<z.infer<typeof Changed> | undefined>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const job = found(
      await readRow(
        trx,
        ChosenJob,
        sql`
          select job.task_identifier as name, job.attempts::int, own.payload
          from graphile_worker.jobs job join graphile_worker._private_jobs own on own.id = job.id where job.id = ${jobId}::bigint`,
      ),
      'job',
    );
    // The queue refuses to change a job that a worker has locked.
    if (!(await change(trx)))
      throw new PortalError('conflict', 'The job is running right now. Try again when it has finished.');
    await audit(trx, {
      actorId,
      action,
      objectKind: 'job',
      objectId: jobId,
      details: { job: job.name, attempts: job.attempts, ...concernsOf(job.payload) },
    });
  });
}
