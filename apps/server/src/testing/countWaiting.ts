import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { readRowOrThrow } from '../db/rows.ts';

/** How many statements of the portal wait for a lock. A transaction would see the count of its first look only. */
export async function countWaiting(db: Db): Promise<number> {
  const { waiting } = await readRowOrThrow(
    db,
    z.object({ waiting: z.int() }),
    sql`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting;
}
