import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod/mini';
import { queryRows } from '../../db/rows.ts';

const BROKEN = `
  select coalesce((select problem is not null from proof_checks order by checked_at desc limit 1), false)::int as broken`;
const Broken = z.object({ broken: z.int() });

/** What the daily check of the log of proofs found; omitted while the database does not respond. */
export function addProofMetrics(registry: Registry, pool: pg.Pool): void {
  new Gauge({
    name: 'portico_proof_log_broken',
    help: 'Whether the last check of the log of proofs found that it was changed',
    registers: [registry],
    async collect() {
      const [found] = await queryRows(pool, Broken, BROKEN).catch(() => []);
      if (found) this.set(found.broken);
      else this.remove();
    },
  });
}
