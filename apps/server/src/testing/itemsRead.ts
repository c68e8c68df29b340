import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow } from '../db/rows.ts';

/** How many rows of `content_items` the transaction has read so far. */
export async function countItemsRead(trx: Db): Promise<number> {
  const { read } = await readRowOrThrow(
    trx,
    z.object({ read: z.int() }),
    sql`select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'content_items'`,
  );
  return read;
}
