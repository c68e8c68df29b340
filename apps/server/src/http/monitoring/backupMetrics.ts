import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod/mini';
import { canVerify } from '../../backup/canVerify.ts';
import type { Config } from '../../config.ts';
import { queryRows } from '../../db/rows.ts';

const AGES = `
  select extract(epoch from now() - max(taken_at) filter (where kind = 'backup'))::float8 as newest,
    extract(epoch from now() - max(taken_at) filter (where kind = 'verification'))::float8 as verified
  from backup_runs where state = 'succeeded'`;
const Ages = z.object({ newest: z.nullable(z.number()), verified: z.nullable(z.number()) });

const FAILURES = `
  select kind, count(*) filter (where state = 'failed')::int as failures
  from (values ('backup'), ('verification')) kinds (kind) left join backup_runs run using (kind)
  where started_at is null or started_at > coalesce(
    (select max(started_at) from backup_runs last where last.kind = kinds.kind and last.state = 'succeeded'), '-infinity')
  group by kind`;
const Failures = z.object({ kind: z.enum(['backup', 'verification']), failures: z.int() });

/** Backups according to the database; omitted if the portal makes none, or while the database does not respond. */
export function addBackupMetrics(registry: Registry, pool: pg.Pool, config: Config): void {
  if (config.BACKUP_URL === undefined) return;
  const addAge = (name: string, help: string, ageOf: (ages: z.infer<typeof Ages>) => number | undefined): void =>
    void new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const [ages] = await queryRows(pool, Ages, AGES).catch(() => []);
        const age = ages && ageOf(ages);
        if (age === undefined) this.remove();
        else this.set(age);
      },
    });
  addAge(
    'portico_backup_age_seconds',
    'Age of the newest backup; infinite before the first',
    ({ newest }) => newest ?? Infinity,
  );
  addAge(
    'portico_backup_verified_age_seconds',
    'Age of the newest backup that was verified; infinite before the first, left out where none can be',
    ({ verified }) => verified ?? (canVerify(config) ? Infinity : undefined),
  );
  new Gauge({
    name: 'portico_backup_failures',
    help: 'Backups and verifications that failed since the last one that succeeded',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const rows = await queryRows(pool, Failures, FAILURES).catch(() => undefined);
      this.reset();
      if (!rows) return;
      for (const kind of ['backup', 'verification'] as const)
        this.set({ kind }, rows.find((row) => row.kind === kind)?.failures ?? 0);
    },
  });
}
