import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { AuditEntry } from '../db/audit.ts';
import { readRow, readRows } from '../db/rows.ts';
import type { DB } from '../db/schema.generated.ts';
import { isExpired, isShown, visibleTo, visibleToPerson, type Reader } from '../visibility/visibility.ts';
import { announceToEach } from '../push/announce.ts';
import { publishedRevision } from './columns.ts';
import type { ItemUpdate } from './itemUpdate.ts';
import { countedConfirmations, saveRoundSections } from './roundSections.ts';

/** The part of the published revision `rev` that asks for a confirmation; null if it asks for none. */
const askedPart = sql`jsonb_path_query_first(rev.components, 'strict $.**?(@.type == "Confirmation" && @.statement.type() == "string"
  && @.dueDate like_regex "^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$")', '{}', true)`;

const SavedRow = z.object({
  concerns: z.boolean(),
  kind: z.string(),
  /** The round that started. */
  round: z.nullable(z.int()),
  reason: z.nullable(z.string()),
});

/**
 * Updates what an item asks its readers to confirm, and their duties, from what it has published. Call it in the
 * transaction that changes what readers see, before it writes to the audit log: others who write to the log would wait
 * until everybody's duties are open. A revision with a material change starts a new round, in which everyone must
 * confirm; then this returns what the caller writes to the audit log. Source: decisions/0320.
 */
export async function saveDuties(
  trx: Transaction<DB>,
  itemId: string,
  { now, actorId }: ItemUpdate,
): Promise<AuditEntry | undefined> {
  const saved = await readRow(
    trx,
    SavedRow,
    sql`
      with asked as (
        select item.id, rev.id as revision_id, rev.asks_again, part->>'statement' as statement, (part->>'dueDate')::date as due_date,
          questions, only_attended,
          part->'delegatesMay' = 'true' and questions = '[]' and not only_attended as delegates_may, part->>'reminders' as reminders, jsonb_path_query_first(part, '$.escalatesAfter ? (@.type() == "number")')::int as escalates_after,
          last.id as last_round, last.number as last_number,
          last.id is null or rev.asks_again is not null and not exists (select from confirmation_rounds own where own.revision_id = rev.id) as is_new
        from ${publishedRevision} cross join lateral ${askedPart} part
        cross join lateral (select case when jsonb_typeof(part->'questions') = 'array' then part->'questions' else '[]' end as questions,
          coalesce(part->'onlyAttended' = 'true', false) and item.kind = 'event' as only_attended) how
        left join lateral (select id, number from confirmation_rounds own where own.item_id = item.id order by number desc limit 1) last on true
        where item.id = ${itemId} and item.kind in ('news', 'event', 'resource', 'page') and part is not null
      ), started as (
        insert into confirmation_rounds (item_id, number, revision_id, reason, opened_at, opened_by)
        select id, coalesce(last_number, 0) + 1, revision_id, case when last_round is not null then asks_again end, ${now}, ${actorId ?? null}
        from asked where is_new returning id, number, reason
      ), saved as (
        insert into confirmation_requests (item_id, statement, due_date, questions, only_attended, delegates_may, reminders, escalates_after,
          round_id, is_asked, is_shown)
        select id, statement, due_date, questions, only_attended, coalesce(delegates_may, false), reminders, escalates_after, case when is_new then (select started.id from started) else last_round end, true, false from asked
        on conflict (item_id) do update set statement = excluded.statement, due_date = excluded.due_date,
          questions = excluded.questions, only_attended = excluded.only_attended, delegates_may = excluded.delegates_may,
          reminders = excluded.reminders,
          escalates_after = excluded.escalates_after, round_id = excluded.round_id, is_asked = true
        returning item_id
      ), gone as (
        update confirmation_requests set is_asked = false
        where item_id = ${itemId} and is_asked and not exists (select from asked) returning item_id
      )
      select exists (select from saved union all select from gone) as concerns, item.kind, started.number as round, started.reason
      from content_items item left join started on true where item.id = ${itemId}`,
  );
  if (!saved?.concerns) return undefined;
  const { kind, round, reason } = saved;
  await saveRoundSections(trx, itemId);
  await lockDuties(trx, 'shared');
  await updateItemDuties(trx, [itemId], now);
  if (round === null) return undefined;
  return {
    actorId,
    action: `${kind}.confirmation-asked`,
    objectKind: kind,
    objectId: itemId,
    details: { round, reason },
  };
}

/**
 * The job that follows people has the lock alone; publications and confirmations share it. Otherwise, the job and a
 * publication could each miss what the other is about to commit.
 */
export async function lockDuties(trx: Transaction<DB>, how: 'shared' | 'alone'): Promise<void> {
  const key = sql`hashtext('portico duties')`;
  await (
    how === 'alone' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`
  ).execute(trx);
}

/**
 * What is updated: all duties of people, those of an item for people, or those of items for the people whose ids begin
 * with one of 16 digits.
 */
type Concerned = { itemIds: string[]; digit: string } | { userIds: string[]; itemId?: string };

const concerns = (concerned: Concerned, row: string, person: string): RawBuilder<boolean> =>
  'itemIds' in concerned
    ? sql`${sql.ref(row)}.item_id = any (${concerned.itemIds}::uuid[])
        and ${sql.ref(person)} between ${idOf(concerned.digit, '0')}::uuid and ${idOf(concerned.digit, 'f')}::uuid`
    : sql`${sql.ref(person)} = any (${concerned.userIds}::uuid[])
        and ${concerned.itemId === undefined ? sql`true` : sql`${sql.ref(row)}.item_id = ${concerned.itemId}`}`;

const idOf = (digit: string, rest: '0' | 'f'): string =>
  `${digit}xxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.replaceAll('x', rest);

/**
 * Updates the duties of items for everyone, in parts: with 10,000 people, one statement for all of them would be
 * canceled where the machine is busy.
 */
async function updateItemDuties(trx: Transaction<DB>, itemIds: string[], now: Date): Promise<void> {
  for (const digit of '0123456789abcdef') await updateDuties(trx, { itemIds, digit }, now);
  await sql`update confirmation_requests request set is_shown = ${isShown(now)} from content_items item
    where item.id = request.item_id and request.item_id = any (${itemIds}::uuid[])`.execute(trx);
}

/** Opens, changes and closes the duties of these items or people, so that they are those that `owedDuties` gives. */
async function updateDuties(trx: Transaction<DB>, concerned: Concerned, now: Date): Promise<void> {
  // That it concerns these items or people lets each step read the rows of those alone.
  const isOpen = (duty: string) =>
    sql`${sql.ref(duty)}.closed_at is null and ${concerns(concerned, duty, `${duty}.user_id`)}`;
  await sql`
    with owed as materialized (${owedDuties(now, concerns(concerned, 'request', 'person.id'))}), closed as (
      update duties own set closed_at = ${now}, closed_because = case
          when item.id is null or item.published_revision_id is null then 'Withdrawn'
          when request.is_asked is not true then 'NotAsked'
          when ${isExpired(now)} then 'Expired'
          when not (${isShown(now)}) then 'Withdrawn'
          when exists (select from ${countedConfirmations} own where own.counted_round = request.round_id and own.user_id = open.user_id)
            then 'NotAsked'
          else 'LeftAudience' end
      from duties open left join content_items item on item.id = open.item_id
      left join confirmation_requests request on request.item_id = open.item_id
      where own.id = open.id and ${isOpen('open')}
        and not exists (select from owed where owed.item_id = open.item_id and owed.user_id = open.user_id)
    ), changed as (
      update duties own set round_id = owed.round_id, due_date = owed.due_date from owed
      where own.item_id = owed.item_id and own.user_id = owed.user_id and ${isOpen('own')}
        and (own.round_id, own.due_date) is distinct from (owed.round_id, owed.due_date)
    ), opened as (
      insert into duties (item_id, user_id, round_id, due_date, opened_at)
      select item_id, user_id, round_id, due_date, ${now} from owed
      where not exists (select from duties own where own.item_id = owed.item_id and own.user_id = owed.user_id and ${isOpen('own')})
      on conflict do nothing
    )
    select`.execute(trx);
}

/** Whether a row `request` asks a person: everyone, or only who was at the event. */
export const isAskedOf = (personId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(not request.only_attended or exists (
    select from event_attendance seen where seen.event_id = request.item_id and seen.user_id = ${personId} and seen.is_here))`;

/**
 * Opens and closes what an event asks only of those who were there, for people whose attendance changed. Call it in the
 * transaction that changes it.
 */
export async function followAttendance(
  trx: Transaction<DB>,
  eventId: string,
  userIds: string[],
  now: Date,
): Promise<void> {
  await lockDuties(trx, 'shared');
  await updateDuties(trx, { itemId: eventId, userIds }, now);
  await announceToEach(trx, 'todo', userIds);
}

/**
 * Recounts the duties from their sources: rows `item_id, user_id, round_id, due_date` of everyone who sees an item that
 * asks them for a confirmation and has no confirmation that counts in the current round.
 */
export const owedDuties = (now: Date, where: RawBuilder<boolean> = sql`true`): RawBuilder<unknown> => sql`
  select request.item_id, person.id as user_id, request.round_id, request.due_date
  from confirmation_requests request join content_items item on item.id = request.item_id cross join users person
  where ${where} and request.is_asked and ${visibleToPerson(now)} and ${isAskedOf(sql`person.id`)}
    and not exists (select from ${countedConfirmations} own where own.counted_round = request.round_id and own.user_id = person.id)`;

/**
 * Open duties of the reader on items that they see: joins of a `duty` with its `item`. What every number and list of
 * duties has in common. The item has a row of `confirmation_requests`, and the duty one of `confirmation_rounds`.
 */
export const openDuties = (reader: Reader): RawBuilder<unknown> => sql`
  ${dutiesAndItems} where duty.user_id = ${reader.id} and duty.closed_at is null and ${visibleTo(reader)}`;

/** The same for a row of `users` called `person`. */
export const openDutiesOfPerson = (now: Date): RawBuilder<unknown> => sql`
  ${dutiesAndItems} where duty.user_id = person.id and duty.closed_at is null and ${visibleToPerson(now)}`;

// The planner would read all items instead of those of the duties.
const dutiesAndItems = sql`
  duties duty cross join lateral (select * from content_items own where own.id = duty.item_id offset 0) item`;

/** People whose duties one transaction updates: so few that confirmations, which wait for it, are not refused. */
const MAX_PEOPLE = 20;
const ItemRow = z.object({ id: z.uuid() });
const PersonRow = z.object({ userId: z.uuid() });

/**
 * Follows what no publication reports: people who joined or left an audience, and items whose date has come or that
 * have expired.
 */
export async function followDuties(db: Kysely<DB>, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockDuties(trx, 'alone');
    const items = await readRows(
      trx,
      ItemRow,
      sql`select item.id from confirmation_requests request join content_items item on item.id = request.item_id
        where request.is_asked and request.is_shown <> (${isShown(now)})`,
    );
    if (items.length > 0)
      await updateItemDuties(
        trx,
        items.map(({ id }) => id),
        now,
      );
  });
  let isDone = false;
  while (!isDone)
    isDone = await db.transaction().execute(async (trx) => {
      await lockDuties(trx, 'alone');
      const rows = await readRows(
        trx,
        PersonRow,
        sql`delete from duty_changes where id in (select id from duty_changes order by id limit ${MAX_PEOPLE}) returning user_id as "userId"`,
      );
      if (rows.length > 0) await updateDuties(trx, { userIds: [...new Set(rows.map(({ userId }) => userId))] }, now);
      return rows.length < MAX_PEOPLE;
    });
}
