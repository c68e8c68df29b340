import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';

/** The type of records that say whether a person was at an event. */
export const ATTENDANCE_PROOF = 'event-attendance';

/** The type of records that say what a person confirmed. */
export const CONFIRMATION_PROOF = 'confirmation';

/** What a record says, in this order, after its number, its time, its type and the version of that type. */
export interface ProofRecord {
  /** The person whose proof it is. */
  userId: string;
  itemId: string | null;
  type: string;
  version: number;
  fields: Record<string, unknown>;
}

const NumberRow = z.object({ number: z.number() });

/**
 * Appends records to the log of proofs, which happens if the transaction commits. Returns their numbers, counted from
 * 0. Call it as late as possible: until the transaction ends, no other one can append to this log or the audit log.
 */
export async function recordProofs(trx: Transaction<DB>, records: ProofRecord[]): Promise<number[]> {
  if (records.length === 0) return [];
  const leaves = records.map(({ userId, itemId, type, version, fields }) => ({
    userId,
    itemId,
    type,
    record: JSON.stringify({ type, version, ...fields }),
  }));
  const rows = await readRows(
    trx,
    NumberRow,
    sql`
      insert into proof_leaves (user_id, item_id, type, record)
      select (leaf->>'userId')::uuid, (leaf->>'itemId')::uuid, leaf->>'type', leaf->>'record'
      from jsonb_array_elements(${JSON.stringify(leaves)}::jsonb) with ordinality as given (leaf, position)
      order by position returning number::float8`,
  );
  return rows.map(({ number }) => number);
}
