import type pg from 'pg';
import { z } from 'zod/mini';
import type { Config } from '../config.ts';
import { queryRows } from '../db/rows.ts';
import type { ProofWitness } from '../settings/proofWitness.ts';
import { isLoopback } from '../settings/settingParsers.ts';
import { endQuietly, openPool } from './doctorPool.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

const Check = z.object({ problem: z.nullable(z.string()) });

/** Whether receipts can be signed, and what the daily check of the log of proofs found. */
export async function checkProofs(config: Config): Promise<Finding[]> {
  const notes = notesOn('proofs');
  const { PROOF_KEYS: keys, PROOF_WITNESS: witness } = config;
  if (keys === undefined) {
    const what = 'PROOF_KEYS is not set: proofs are recorded, but nobody can save a receipt.';
    if (isLoopback(new URL(config.PUBLIC_URL).hostname)) notes.ok(what);
    else notes.warn(what, 'Make a key with `portico proof:key <name>` (docs/proofs.md).');
    return notes.findings;
  }
  const signed = `Receipts are signed with the key ${shortKey(keys.verifiers[0]!)}`;
  notes.ok(witness ? `${signed}; the witness is ${shortKey(witness.key)}.` : `${signed}; no witness is set.`);
  const pool = openPool(config.DATABASE_URL, !config.DATABASE_PREPARE);
  try {
    const [last] = await queryRows(pool, Check, 'select problem from proof_checks order by checked_at desc limit 1');
    if (last && last.problem !== null)
      notes.fail(
        `The log of proofs was changed: ${last.problem}`,
        'Follow docs/runbooks/ProofLogBroken.md; no receipts are made until then.',
      );
    if (witness) await checkWitness(pool, witness, notes);
  } catch {
    // The check of the database says why, also before there is a schema.
  } finally {
    await endQuietly(pool);
  }
  return notes.findings;
}

/** The name and id of a key, without the key. */
const shortKey = (key: string): string => key.split('+', 2).join('+');

const Call = z.object({ problem: z.nullable(z.string()), at: z.string() });

/** What the witness last did. */
async function checkWitness(pool: pg.Pool, { key }: ProofWitness, notes: Notes): Promise<void> {
  const [call] = await queryRows(
    pool,
    Call,
    `select problem, to_char(called_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from proof_witness_calls where key = $1`,
    [key],
  );
  if (!call)
    notes.ok('The witness has not been asked yet; a worker asks it every ten minutes if there are new records.');
  else if (call.problem === null) notes.ok(`The witness last signed at ${call.at} UTC.`);
  else
    notes.warn(
      `The witness did not sign at ${call.at} UTC: ${call.problem}`,
      'Receipts are made without its signature until it signs again (docs/proofs.md).',
    );
}
