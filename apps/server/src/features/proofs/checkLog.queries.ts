import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { isConsistent } from '@portico/contracts/proofs/merkleTree';
import { checkpointText, isSignedBy, parseNote, parseVerifier } from '@portico/contracts/proofs/signedNote';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { BrokenLogError, readSoundHead } from '../../proofs/checkpoints.ts';
import { consistencyPath, type Head } from '../../proofs/tree.queries.ts';
import type { ProofKeys } from '../../settings/proofKeys.ts';

/** So many leaves take a fraction of a second. */
const LEAVES_PER_STATEMENT = 5000;

const StoredCheckpoint = z.object({ size: z.number(), root: Bytes, note: z.string() });
const BreakRow = z.object({ number: z.number() });

/** The present head, if all that was published and recorded is in it. Throws BrokenLogError. */
export async function checkLog(db: Db, keys: ProofKeys): Promise<Head> {
  const head = await readSoundHead(db);
  const checkpoints = await readRows(
    db,
    StoredCheckpoint,
    sql`select size::float8, root, note from proof_checkpoints order by proof_checkpoints.size`,
  );
  for (const [at, checkpoint] of checkpoints.entries()) {
    await assertSigned(keys, checkpoint);
    const next = checkpoints[at + 1];
    if (next && !(await isConsistent(checkpoint, next, await consistencyPath(db, checkpoint.size, next.size))))
      throw new BrokenLogError(
        `The published checkpoints of ${checkpoint.size} and ${next.size} records are not of one log.`,
      );
  }
  const broken = await findBreak(db, head.size);
  if (broken !== undefined) throw new BrokenLogError(`Record ${broken} is missing or was changed.`);
  return head;
}

/** The number of the first of so many records that is missing or does not hold; undefined if all do. */
export async function findBreak(db: Db, size: number): Promise<number | undefined> {
  for (let first = 0; first < size; first += LEAVES_PER_STATEMENT) {
    const last = Math.min(first + LEAVES_PER_STATEMENT, size) - 1;
    const broken = await readRow(
      db,
      BreakRow,
      sql`select number::float8 from proof_leaves_breaks(${first}, ${last}) as number limit 1`,
    );
    if (broken) return broken.number;
  }
  return undefined;
}

/** Throws BrokenLogError if a stored checkpoint is not what one of the keys signed. */
async function assertSigned({ origin, verifiers }: ProofKeys, { size, root, note }: Head & { note: string }) {
  const signed = parseNote(note);
  if (signed?.text === checkpointText({ origin, size, root }))
    for (const { name, keyId, signature } of signed.signatures)
      for (const text of verifiers) {
        const verifier = (await parseVerifier(text))!;
        if (verifier.name === name && verifier.keyId === keyId && (await isSignedBy(verifier, signed.text, signature)))
          return;
      }
  throw new BrokenLogError(`The checkpoint of ${size} records is not signed by a key in PROOF_KEYS.`);
}

export async function saveCheckpoint(db: Kysely<DB>, { size, root }: Head, note: string, now: Date): Promise<void> {
  await sql`insert into proof_checkpoints (size, root, note, published_at)
    values (${size}, ${Buffer.from(root)}, ${note}, ${now.toISOString()}) on conflict do nothing`.execute(db);
}

/** `problem` is a sentence, or null for a log that is whole. */
export async function saveCheck(db: Kysely<DB>, problem: string | null, now: Date): Promise<void> {
  await sql`insert into proof_checks (checked_at, problem) values (${now.toISOString()}, ${problem})
    on conflict (checked_at) do update set problem = excluded.problem`.execute(db);
}
