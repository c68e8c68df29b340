import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow } from '../db/rows.ts';

/** How many entries of forms are assigned to a person and new or in work. */
export async function countAssignedEntries(db: Db, userId: string): Promise<number> {
  const { entries } = await readRowOrThrow(
    db,
    z.object({ entries: z.int() }),
    sql`select count(*)::int as entries from form_entries where assignee_id = ${userId} and state in ('New', 'InWork')`,
  );
  return entries;
}
