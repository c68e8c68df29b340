import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { announceToEach } from '../push/announce.ts';

/**
 * Rows `event_id, user_id, line, title, ends_at, program, state, subject, hours` of everyone who was at an event, for
 * each line of what it counts for. The last version that readers saw decides, also after the event. If that version
 * asks those who were there for a confirmation, they must have given one, of any version. Source: decisions/0315,
 * decisions/0364.
 */
export const owedCredits = (where: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> => sql`
  select item.id as event_id, seen.user_id, line.ordinality::int as line, rev.header as title, rev.ends_at,
    line.value->>'program' as program, coalesce(line.value->>'state', '') as state, coalesce(line.value->>'subject', '') as subject,
    (line.value->>'hours')::numeric(5, 2) as hours
  from content_items item
  join content_revisions rev on rev.id = coalesce(item.published_revision_id, (
    select former.id from content_revisions former
    where former.item_id = item.id and former.first_published_at is not null order by former.number desc limit 1))
  join event_attendance seen on seen.event_id = item.id and seen.is_here
  cross join lateral jsonb_array_elements(coalesce(rev.details->'credits', '[]')) with ordinality line
  where item.kind = 'event' and ${where} and (
    not jsonb_path_exists(rev.components, 'strict $.**?(@.type == "Confirmation" && @.onlyAttended == true)', '{}', true)
    or exists (select from confirmations own where own.item_id = item.id and own.user_id = seen.user_id))`;

const ChangedRow = z.object({ userId: z.uuid() });

/**
 * Gives everyone who was at an event, or only `userId`, what it counts for, and takes back what it no longer does. Call
 * it in the transaction that changes either, under the lock of the item.
 */
export async function saveEventCredits(trx: Transaction<DB>, itemId: string, userId?: string): Promise<void> {
  const isOf = (person: string) =>
    userId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(person)} = ${userId}`;
  const changed = await readRows(
    trx,
    ChangedRow,
    sql`
      with owed as materialized (${owedCredits(sql`item.id = ${itemId} and ${isOf('seen.user_id')}`)}), gone as (
        delete from event_credits own where own.event_id = ${itemId} and ${isOf('own.user_id')}
          and not exists (select from owed where owed.user_id = own.user_id and owed.line = own.line)
        returning own.user_id
      ), saved as (
        insert into event_credits as own (event_id, user_id, line, title, ends_at, program, state, subject, hours)
        select event_id, user_id, line, title, ends_at, program, state, subject, hours from owed order by user_id, line
        on conflict (event_id, user_id, line) do update set title = excluded.title, ends_at = excluded.ends_at,
          program = excluded.program, state = excluded.state, subject = excluded.subject, hours = excluded.hours
        where (own.title, own.ends_at, own.program, own.state, own.subject, own.hours)
          is distinct from (excluded.title, excluded.ends_at, excluded.program, excluded.state, excluded.subject, excluded.hours)
        returning own.user_id
      )
      select distinct user_id as "userId" from (select * from gone union all select * from saved) changed`,
  );
  await announceToEach(
    trx,
    'todo',
    changed.map(({ userId }) => userId),
  );
}
