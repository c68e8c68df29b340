import { sql } from 'kysely';
import { z } from 'zod/mini';
import { formatReceipt } from '@portico/contracts/proofs/receipts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';
import { readSoundHead, signCheckpoint } from '../../proofs/checkpoints.ts';
import { inclusionPath } from '../../proofs/tree.queries.ts';
import type { ProofKeys } from '../../settings/proofKeys.ts';

const RecordRow = z.object({ record: z.string() });

/**
 * The receipt of a person's own record, with the log as it is now, or undefined if there is none. Throws
 * BrokenLogError.
 */
export async function findReceipt(
  db: Db,
  keys: ProofKeys,
  { number, userId }: { number: number; userId: string },
): Promise<string | undefined> {
  const own = await readRow(
    db,
    RecordRow,
    sql`select record from proof_leaves where number = ${number} and user_id = ${userId}`,
  );
  if (!own) return undefined;
  const head = await readSoundHead(db);
  const path = await inclusionPath(db, number, head.size);
  return formatReceipt({ ...own, number, path, note: signCheckpoint(keys, head) });
}
