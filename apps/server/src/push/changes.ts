import { sql } from 'kysely';
import { z } from 'zod/mini';
import { RECENT_CHANGES_MS } from '@portico/contracts/stream';
import type { Db } from '../db/pool.ts';
import { BigInteger, readRowOrThrow } from '../db/rows.ts';

const TopicChanges = z.object({
  /** All changes before this position are among those found. */
  position: BigInteger,
  /** No transaction has this number or a higher one yet. */
  end: BigInteger,
  changes: z.array(z.object({ recipient: z.string(), topic: z.string(), at: BigInteger, isRecent: z.boolean() })),
});
export type TopicChanges = z.infer<typeof TopicChanges>;

/**
 * The last changes of each topic for each recipient, if they were at `since` or later, or recently. A position is the
 * lowest number of a transaction that is still running, so a change that is committed later is found from there on.
 * Rows that a restore brought from another database can have numbers that are not in use yet. Source: decisions/0228.
 */
export function readChanges(db: Db, recipients: string[], since: bigint | undefined): Promise<TopicChanges> {
  return readRowOrThrow(
    db,
    TopicChanges,
    sql`
      select pg_snapshot_xmin(snapshot)::text as position, pg_snapshot_xmax(snapshot)::text as "end", (
        select coalesce(json_agg(json_build_object('recipient', recipient, 'topic', topic, 'at', found.position::text, 'isRecent', "isRecent")), '[]')
        -- Once per recipient, so that the key finds the rows, however many recipients the planner expects.
        from unnest(${recipients}::text[]) as person cross join lateral (
          select *, changed_at >= clock_timestamp() - ${RECENT_CHANGES_MS}::int * interval '1 ms' as "isRecent"
          from push_changes where recipient = person offset 0
        ) found
        where found.position < pg_snapshot_xmax(snapshot) and (found.position >= ${since === undefined ? null : String(since)}::xid8 or "isRecent")
      ) as changes
      from pg_current_snapshot() snapshot`,
  );
}

const MAX_AGE_DAYS = 30;

/** Deletes changes that a page can only have missed if it was disconnected for more than MAX_AGE_DAYS. */
export async function purgeChanges(_payload: unknown, { db }: { db: Db }): Promise<void> {
  await sql`delete from push_changes where changed_at < clock_timestamp() - ${MAX_AGE_DAYS}::int * interval '1 day'`.execute(
    db,
  );
}
