import { sign } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { isConsistent } from '@portico/contracts/proofs/merkleTree';
import { checkpointText, KEY_ID_BYTES } from '@portico/contracts/proofs/signedNote';
import type { Db } from '../db/pool.ts';
import { Bytes, readRow } from '../db/rows.ts';
import type { ProofKeys } from '../settings/proofKeys.ts';
import { consistencyPath, readSize, rootAt, type Head } from './tree.queries.ts';

const CheckpointRow = z.object({ size: z.number(), root: Bytes });

/** The newest checkpoint that was published. */
export const findLastCheckpoint = (db: Db): Promise<Head | undefined> =>
  readRow(
    db,
    CheckpointRow,
    sql`select size::float8, root from proof_checkpoints order by proof_checkpoints.size desc limit 1`,
  );

/** A signed head of the log. Source: c2sp.org/tlog-checkpoint, c2sp.org/signed-note. */
export function signCheckpoint({ origin, signer, verifiers }: ProofKeys, head: Head): string {
  const text = checkpointText({ origin, ...head });
  const [, keyId = ''] = verifiers[0]!.split('+');
  const signature = Buffer.concat([
    Buffer.from(keyId, 'hex').subarray(0, KEY_ID_BYTES),
    sign(null, Buffer.from(text), signer),
  ]);
  return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
}

/** What is wrong with the log, as a sentence: it never continues from a head that was not what was signed. */
export class BrokenLogError extends Error {
  override name = 'BrokenLogError';
}

/**
 * The present head. Throws BrokenLogError if the log does not continue from the newest checkpoint, because then nothing
 * may be signed.
 */
export async function readSoundHead(db: Db): Promise<Head> {
  const last = await findLastCheckpoint(db);
  const size = await readSize(db);
  if (last && size < last.size)
    throw new BrokenLogError(`The log has ${size} records, but a checkpoint of ${last.size} records was published.`);
  const head = { size, root: await rootAt(db, size) };
  if (last && !(await isConsistent(last, head, await consistencyPath(db, last.size, size))))
    throw new BrokenLogError(`The first ${last.size} records are not those of the checkpoint that was published.`);
  return head;
}
