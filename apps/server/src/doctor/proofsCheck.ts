import { z } from 'zod/mini';
import type { Config } from '../config.ts';
import { queryRows } from '../db/rows.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { endQuietly, openPool } from './doctorPool.ts';
import { notesOn, type Finding } from './findings.ts';

const Check = z.object({ problem: z.nullable(z.string()) });

/** Whether receipts can be signed, and what the daily check of the log of proofs found. */
export async function checkProofs(config: Config): Promise<Finding[]> {
  const notes = notesOn('proofs');
  const { PROOF_KEYS: keys } = config;
  if (keys === undefined) {
    const what = 'PROOF_KEYS is not set: proofs are recorded, but nobody can save a receipt.';
    if (isLoopback(new URL(config.PUBLIC_URL).hostname)) notes.ok(what);
    else notes.warn(what, 'Make a key with `portico proof:key <name>` (docs/proofs.md).');
    return notes.findings;
  }
  notes.ok(`Receipts are signed with the key ${keys.verifiers[0]!.split('+', 2).join('+')}; no witness is set.`);
  const pool = openPool(config.DATABASE_URL, !config.DATABASE_PREPARE);
  try {
    const [last] = await queryRows(pool, Check, 'select problem from proof_checks order by checked_at desc limit 1');
    if (last && last.problem !== null)
      notes.fail(
        `The log of proofs was changed: ${last.problem}`,
        'Follow docs/runbooks/ProofLogBroken.md; no receipts are made until then.',
      );
  } catch {
    // The check of the database says why, also before there is a schema.
  } finally {
    await endQuietly(pool);
  }
  return notes.findings;
}
