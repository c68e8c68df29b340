import { sql } from 'kysely';
import { z } from 'zod/mini';
import { PortalProcess } from '@portico/contracts/admin/health';
import type { Db } from '../../../db/pool.ts';
import { Instant, JsonInstant, readRowOrThrow } from '../../../db/rows.ts';
import { DEAD_AFTER_S } from '../../../jobs/processes.ts';
import { mailJobs } from '../../../jobs/registry.ts';
import { missingItems } from '../../../search/index/maintainSearchIndex.ts';

/** A worker without a heartbeat for this long counts as gone. */
const ALIVE_S = 30;

/** Files that arrived while the scanner was unreachable are scanned within a minute of its return. */
const LONG_SCAN_S = 180;

const Counts = z.object({
  workers: z.int(),
  workerSeenAt: z.nullable(Instant),
  failedJobs: z.int(),
  /** How overdue the oldest waiting job is. */
  lateSeconds: z.int(),
  failingEmails: z.int(),
  unindexed: z.int(),
  /** Files held for the virus scanner longer than a scan usually takes. Nobody can open them until then. */
  heldFiles: z.int(),
  newestBackupAt: z.nullable(Instant),
  verifiedAt: z.nullable(Instant),
  hasBackupFailed: z.boolean(),
  hasVerificationFailed: z.boolean(),
  webhooks: z.int(),
  failingWebhooks: z.int(),
  givenUpWebhooks: z.int(),
  waitingDeliveries: z.int(),
  lateDeliverySeconds: z.int(),
  proofsCheckedAt: z.nullable(Instant),
  areProofsBroken: z.boolean(),
  failingWitnesses: z.array(z.string()),
  auditCheckedAt: z.nullable(Instant),
  isAuditBroken: z.boolean(),
  processes: z.array(z.extend(PortalProcess, { startedAt: JsonInstant, seenAt: JsonInstant })),
});
export type HealthCounts = z.infer<typeof Counts>;

/** Everything that the database knows about the health of the portal. */
export function readHealthCounts(db: Db, now: Date): Promise<HealthCounts> {
  return readRowOrThrow(
    db,
    Counts,
    sql`
      with jobs as (
        select task_identifier as name, run_at, attempts, max_attempts, locked_at is not null as "isRunning" from graphile_worker.jobs
      )
      select workers.*, jobs.*, search.*, held.*, backups.*, webhooks.*, deliveries.*, proofs.*, audit.*, processes.*
      from (
        select count(*) filter (where seen_at >= clock_timestamp() - make_interval(secs => ${ALIVE_S}))::int as workers,
          max(seen_at) as "workerSeenAt"
        from job_workers
      ) workers, (
        select count(*) filter (where not "isRunning" and attempts >= max_attempts)::int as "failedJobs",
          count(*) filter (where attempts > 0 and name = any (${[...mailJobs]}::text[]))::int as "failingEmails",
          coalesce(extract(epoch from now() - min(run_at) filter (where not "isRunning" and attempts = 0 and run_at <= now())), 0)::int as "lateSeconds"
        from jobs
      ) jobs, (
        select ${missingItems} as unindexed
      ) search, (
        select count(*)::int as "heldFiles"
        from (select scan, created_at from files union all select scan, created_at from form_files) file
        where scan = 'Waiting' and created_at < now() - make_interval(secs => ${LONG_SCAN_S})
      ) held, (
        select max(taken_at) filter (where kind = 'backup' and state = 'succeeded') as "newestBackupAt",
          max(finished_at) filter (where kind = 'verification' and state = 'succeeded') as "verifiedAt",
          coalesce((array_agg(state order by started_at desc) filter (where kind = 'backup' and state <> 'running'))[1] = 'failed', false) as "hasBackupFailed",
          coalesce((array_agg(state order by started_at desc) filter (where kind = 'verification' and state <> 'running'))[1] = 'failed', false) as "hasVerificationFailed"
        from backup_runs
      ) backups, (
        select count(*)::int as webhooks, count(*) filter (where is_given_up)::int as "givenUpWebhooks",
          count(*) filter (where disabled_at is null and failing_since is not null)::int as "failingWebhooks"
        from webhooks
      ) webhooks, (
        select count(*)::int as "waitingDeliveries",
          coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(next_attempt_at)), 0)::int as "lateDeliverySeconds"
        from webhook_deliveries delivery join webhooks hook on hook.id = webhook_id
        where state = 'waiting' and disabled_at is null
      ) deliveries, (
        select max(checked_at) as "proofsCheckedAt",
          coalesce((array_agg(problem is not null order by checked_at desc))[1], false) as "areProofsBroken",
          array(select key from proof_witness_calls where problem is not null) as "failingWitnesses"
        from proof_checks
      ) proofs, (
        select max(checked_at) as "auditCheckedAt",
          coalesce((select broken_id is not null from audit_checks order by id desc limit 1), false) as "isAuditBroken"
        from audit_checks
      ) audit, (
        select coalesce(json_agg(json_build_object('id', id, 'role', role, 'version', version, 'build', build,
          'startedAt', started_at, 'seenAt', seen_at) order by started_at, id), '[]') as processes
        from portal_processes where seen_at >= clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})
      ) processes`,
  );
}
