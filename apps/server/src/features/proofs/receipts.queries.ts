import { sql } from 'kysely';
import { z } from 'zod/mini';
import { formatReceipt } from '@portico/contracts/proofs/receipts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';
import { readSignedHead } from '../../proofs/checkpoints.ts';
import { inclusionPath } from '../../proofs/tree.queries.ts';

const RecordRow = z.object({ record: z.string() });

/**
 * The receipt of a person's own record, under a signed head of the log, or undefined if there is none. Throws
 * BrokenLogError.
 */
export async function findReceipt(
  db: Db,
  config: Pick<Config, 'PROOF_KEYS' | 'PROOF_WITNESS'>,
  { number, userId }: { number: number; userId: string },
): Promise<string | undefined> {
  const own = await readRow(
    db,
    RecordRow,
    sql`select record from proof_leaves where number = ${number} and user_id = ${userId}`,
  );
  const head = own && (await readSignedHead(db, config, number + 1));
  if (!head) return undefined;
  return formatReceipt({ ...own, number, path: await inclusionPath(db, number, head.size), note: head.note });
}
