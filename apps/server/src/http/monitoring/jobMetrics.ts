import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod/mini';
import { queryRows } from '../../db/rows.ts';

const JOB_COUNTS = `
  select count(*) filter (where locked_at is null and attempts = 0 and run_at <= now())::int as due,
    count(*) filter (where locked_at is null and attempts = 0 and run_at > now())::int as planned,
    count(*) filter (where locked_at is not null)::int as running,
    count(*) filter (where locked_at is null and attempts between 1 and max_attempts - 1)::int as retrying,
    count(*) filter (where locked_at is null and attempts >= max_attempts)::int as failed
  from graphile_worker.jobs`;
const JobCounts = z.object({ due: z.int(), planned: z.int(), running: z.int(), retrying: z.int(), failed: z.int() });

const FAILING_JOBS = `
  select task_identifier as job, case when attempts < max_attempts then 'retrying' else 'failed' end as state, count(*)::int
  from graphile_worker.jobs where locked_at is null and attempts > 0 group by 1, 2`;
const FailingJobs = z.object({ job: z.string(), state: z.enum(['retrying', 'failed']), count: z.int() });

const UNDELIVERABLE_EMAILS = `
  select case when event_id is null then 'receipt' else 'invitation' end as kind, count(*)::int
  from undeliverable_emails group by 1`;
const UndeliverableEmails = z.object({ kind: z.enum(['invitation', 'receipt']), count: z.int() });

/**
 * Counts of all processes, from the database. Without the database they are left out; other metrics are still useful.
 */
export function addJobMetrics(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_jobs',
    help: 'Jobs of all processes: due, planned, running, retrying and failed',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await queryRows(pool, JobCounts, JOB_COUNTS).catch(() => []);
      for (const counts of counted) for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'portico_failing_jobs',
    help: 'Jobs of all processes that failed, by name: retrying, or failed for the last time',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await queryRows(pool, FailingJobs, FAILING_JOBS).catch(() => []);
      for (const { job, state, count } of counted) this.set({ job, state }, count);
    },
  });
  new Gauge({
    name: 'portico_undeliverable_emails',
    help: 'Emails that the mail server rejected permanently',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      this.reset();
      const counted = await queryRows(pool, UndeliverableEmails, UNDELIVERABLE_EMAILS).catch(() => undefined);
      if (!counted) return;
      const counts = {
        invitation: 0,
        receipt: 0,
        ...Object.fromEntries(counted.map(({ kind, count }) => [kind, count])),
      };
      for (const [kind, count] of Object.entries(counts)) this.set({ kind }, count);
    },
  });
}
