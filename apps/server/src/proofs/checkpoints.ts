import { sign } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { isConsistent } from '@portico/contracts/proofs/merkleTree';
import { checkpointText, KEY_ID_BYTES } from '@portico/contracts/proofs/signedNote';
import type { Db } from '../db/pool.ts';
import { Bytes, readRow } from '../db/rows.ts';
import type { Config } from '../config.ts';
import type { ProofKeys } from '../settings/proofKeys.ts';
import type { ProofWitness } from '../settings/proofWitness.ts';
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

/** A head of the log with the text that was signed. */
export interface SignedHead extends Head {
  note: string;
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

const CosignatureRow = z.object({ size: z.number(), root: Bytes, line: z.string() });

/** The newest head that a witness has signed. */
export const findCosigned = (
  db: Db,
  { key }: Pick<ProofWitness, 'key'>,
): Promise<(Head & { line: string }) | undefined> =>
  readRow(
    db,
    CosignatureRow,
    sql`select size::float8, root, line from proof_cosignatures where key = ${key} order by proof_cosignatures.size desc limit 1`,
  );

/**
 * A signed head of the log with its first `records` records: the newest one that the witness has signed, too, or else
 * the present one. Undefined without a key. Throws BrokenLogError.
 */
export async function readSignedHead(
  db: Db,
  { PROOF_KEYS: keys, PROOF_WITNESS: witness }: Pick<Config, 'PROOF_KEYS' | 'PROOF_WITNESS'>,
  records: number,
): Promise<SignedHead | undefined> {
  if (keys === undefined) return undefined;
  const head = await readSoundHead(db);
  const cosigned = witness && (await findCosigned(db, witness));
  if (!cosigned || cosigned.size < records) return { ...head, note: signCheckpoint(keys, head) };
  const { size, root, line } = cosigned;
  if (size > head.size || !(await isConsistent(cosigned, head, await consistencyPath(db, size, head.size))))
    throw new BrokenLogError(`The log does not continue the ${size} records that the witness has signed.`);
  return { size, root, note: `${signCheckpoint(keys, cosigned)}${line}\n` };
}
