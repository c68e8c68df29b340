import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod/mini';
import { mailJobs, punctualJobs } from '../../jobs/registry.ts';
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

const OLDEST_DUE_JOBS = `
  select case when task_identifier = any ($1) then 'mail' when task_identifier = any ($2) then 'punctual' else 'other' end as worker,
    extract(epoch from now() - min(run_at))::float8 as seconds
  from graphile_worker.jobs where locked_at is null and attempts < max_attempts and run_at <= now() group by 1`;
const OldestDueJobs = z.object({ worker: z.enum(['mail', 'punctual', 'other']), seconds: z.number() });

const UNDELIVERABLE_EMAILS = `
  select case when event_id is null then 'receipt' else 'invitation' end as kind, count(*)::int
  from undeliverable_emails group by 1`;
const UndeliverableEmails = z.object({ kind: z.enum(['invitation', 'receipt']), count: z.int() });

const WEBHOOKS = `
  select case when is_given_up then 'givenUp' when disabled_at is not null then 'off'
    when failing_since is not null then 'failing' else 'on' end as state, count(*)::int
  from webhooks group by 1`;
const Webhooks = z.object({ state: z.enum(['on', 'failing', 'off', 'givenUp']), count: z.int() });

const LATE_DELIVERIES = `
  select greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as seconds
  from webhook_deliveries delivery join webhooks hook on hook.id = webhook_id
  where state = 'waiting' and disabled_at is null`;
const LateDeliveries = z.object({ seconds: z.number() });

/**
 * Counts across all processes, from the database. They are omitted without the database; other metrics are still
 * useful.
 */
export function addJobMetrics(registry: Registry, pool: pg.Pool): void {
  const addGauge = (
    definition: { name: string; help: string; labelNames: string[] },
    read: () => Promise<Array<[labels: Record<string, string>, value: number]>>,
  ): void =>
    void new Gauge({
      ...definition,
      registers: [registry],
      async collect() {
        const values = await read().catch(() => []);
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  addGauge(
    {
      name: 'portico_jobs',
      help: 'Jobs of all processes: due, planned, running, retrying and failed',
      labelNames: ['state'],
    },
    async () => {
      const [counts] = await queryRows(pool, JobCounts, JOB_COUNTS);
      return Object.entries<number>(counts ?? {}).map(([state, count]) => [{ state }, count]);
    },
  );
  addGauge(
    {
      name: 'portico_failing_jobs',
      help: 'Jobs of all processes that failed, by name: retrying, or failed without another attempt',
      labelNames: ['job', 'state'],
    },
    async () =>
      (await queryRows(pool, FailingJobs, FAILING_JOBS)).map(({ job, state, count }) => [{ job, state }, count]),
  );
  addGauge(
    {
      name: 'portico_oldest_due_job_seconds',
      help: 'How long the oldest job that is due has waited for a worker, by the kind of worker',
      labelNames: ['worker'],
    },
    async () => {
      const kinds = [[...mailJobs], [...punctualJobs]];
      const rows = await queryRows(pool, OldestDueJobs, OLDEST_DUE_JOBS, kinds);
      return ['mail', 'punctual', 'other'].map((worker) => [
        { worker },
        rows.find((row) => row.worker === worker)?.seconds ?? 0,
      ]);
    },
  );
  addGauge(
    {
      name: 'portico_undeliverable_emails',
      help: 'Emails that the mail server rejected permanently',
      labelNames: ['kind'],
    },
    async () => {
      const rows = await queryRows(pool, UndeliverableEmails, UNDELIVERABLE_EMAILS);
      return ['invitation', 'receipt'].map((kind) => [{ kind }, rows.find((row) => row.kind === kind)?.count ?? 0]);
    },
  );
  addGauge(
    {
      name: 'portico_webhooks',
      help: 'Webhooks that are on, failing, off, or given up after days of failures',
      labelNames: ['state'],
    },
    async () => {
      const rows = await queryRows(pool, Webhooks, WEBHOOKS);
      return Webhooks.shape.state.options.map((state) => [
        { state },
        rows.find((row) => row.state === state)?.count ?? 0,
      ]);
    },
  );
  addGauge(
    {
      name: 'portico_webhook_delivery_late_seconds',
      help: 'How long the oldest delivery that is due has waited to be sent, over all webhooks that are on',
      labelNames: [],
    },
    async () =>
      (await queryRows(pool, LateDeliveries, LATE_DELIVERIES)).map(({ seconds }): [Record<string, string>, number] => [
        {},
        seconds,
      ]),
  );
}
