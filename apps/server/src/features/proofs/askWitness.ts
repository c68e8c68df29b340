import { sql, type Kysely } from 'kysely';
import { toBase64 } from '@portico/contracts/proofs/bytes';
import { isSignedBy, parseCount, parseNote, parseVerifier } from '@portico/contracts/proofs/signedNote';
import type { Db } from '../../db/pool.ts';
import type { DB } from '../../db/schema.generated.ts';
import { findCosigned, signCheckpoint } from '../../proofs/checkpoints.ts';
import { consistencyPath, type Head } from '../../proofs/tree.queries.ts';
import type { ProofKeys } from '../../settings/proofKeys.ts';
import type { ProofWitness } from '../../settings/proofWitness.ts';
import { callWitness } from './callWitness.ts';

/** Why a witness has not signed, as a sentence. */
class WitnessRefusedError extends Error {
  override name = 'WitnessRefusedError';
}

/**
 * Asks the witness to sign a head of the log, and stores its signature, or why there is none. Returns the signature
 * line, if it signed. Never throws for what the witness does, because nothing may depend on it. Source: decisions/0314.
 */
export async function askWitness(
  db: Db,
  { keys, witness, head, now }: { keys: ProofKeys; witness: ProofWitness; head: Head; now: Date },
): Promise<string | undefined> {
  try {
    const line = await cosign(db, keys, witness, head);
    await db.transaction().execute(async (trx) => {
      await sql`insert into proof_cosignatures (key, size, root, line, signed_at)
        values (${witness.key}, ${head.size}, ${Buffer.from(head.root)}, ${line}, ${now}) on conflict do nothing`.execute(
        trx,
      );
      await noteCall(trx, witness, null, now);
    });
    return line;
  } catch (error) {
    const problem =
      error instanceof WitnessRefusedError ? error.message : `It can’t be reached: ${(error as Error).message}.`;
    await noteCall(db, witness, problem, now);
    return undefined;
  }
}

async function noteCall(db: Kysely<DB>, { key }: ProofWitness, problem: string | null, now: Date): Promise<void> {
  await sql`insert into proof_witness_calls (key, called_at, problem) values (${key}, ${now}, ${problem})
    on conflict (key) do update set called_at = excluded.called_at, problem = excluded.problem`.execute(db);
}

/** The signature line of the witness. Throws WitnessRefusedError if it has a reason, and an Error if it is silent. */
async function cosign(db: Db, keys: ProofKeys, witness: ProofWitness, head: Head): Promise<string> {
  const note = signCheckpoint(keys, head);
  const send = async (oldSize: number) => {
    const path = await consistencyPath(db, oldSize, head.size);
    return callWitness(witness.url, [`old ${oldSize}`, ...path.map(toBase64), '', note].join('\n'));
  };
  const last = await findCosigned(db, witness);
  let answer = await send(Math.min(last?.size ?? 0, head.size));
  if (answer.status === 409) {
    const seen = parseCount(answer.text.trim());
    if (seen === undefined) throw refusal(answer.status);
    if (seen > head.size)
      throw new WitnessRefusedError(
        `It has seen ${seen} records, but the log has ${head.size}: the log was cut, or restored from a backup.`,
      );
    answer = await send(seen);
  }
  if (answer.status !== 200) throw refusal(answer.status);
  return ownLine(answer.text, note, witness);
}

const reasons: Record<number, string> = {
  403: 'It does not know the key that signs the log.',
  404: 'It does not know the log.',
  409: 'It has seen other records, of the same number: the log was forked.',
  422: 'The log does not continue what it has seen: the log was changed, or restored from a backup and continued.',
};
const refusal = (status: number): WitnessRefusedError =>
  new WitnessRefusedError(reasons[status] ?? `It answered with the status ${status}.`);

/** The line of an answer with the valid signature of the witness's key. */
async function ownLine(answer: string, note: string, { key }: ProofWitness): Promise<string> {
  const verifier = (await parseVerifier(key))!;
  for (const line of answer.split('\n').filter(Boolean)) {
    const signed = parseNote(`${note}${line}\n`);
    const last = signed?.signatures.at(-1);
    if (
      last?.name === verifier.name &&
      last.keyId === verifier.keyId &&
      (await isSignedBy(verifier, signed!.text, last.signature))
    )
      return line;
  }
  throw new WitnessRefusedError('Its answer has no valid signature of its key.');
}
