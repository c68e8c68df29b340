import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { z } from 'zod/mini';
import { queryRows } from '../../db/rows.ts';
import type { ProofWitness } from '../../settings/proofWitness.ts';

const BROKEN = `
  select coalesce((select problem is not null from proof_checks order by checked_at desc limit 1), false)::int as broken`;
const Broken = z.object({ broken: z.int() });
const WITNESS = 'select (problem is not null)::int as failing from proof_witness_calls where key = $1';
const Failing = z.object({ failing: z.int() });

/** What the daily check of the log of proofs found, and whether the witness signs; omitted while unknown. */
export function addProofMetrics(registry: Registry, pool: pg.Pool, witness: ProofWitness | undefined): void {
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
  if (witness === undefined) return;
  new Gauge({
    name: 'portico_proof_witness_failing',
    help: 'Whether the witness of the log of proofs did not sign when it was last asked',
    registers: [registry],
    async collect() {
      const [found] = await queryRows(pool, Failing, WITNESS, [witness.key]).catch(() => []);
      if (found) this.set(found.failing);
      else this.remove();
    },
  });
}
