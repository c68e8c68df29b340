import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { HOUR_MS } from '@portico/contracts/durations';
import {
  BROADCAST_DAYS,
  MAX_LISTED_NOTIFICATIONS,
  NOTIFICATION_HISTORY_PAGE_SIZE,
  Notification,
} from '@portico/contracts/notifications';
import type { Page } from '@portico/contracts/paging';
import { addressedTo, visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readPage, readRowOrThrow, readRows, pageOf } from '../../db/rows.ts';
import { announce } from '../../push/announce.ts';

/** New people also get the broadcasts from the hours before they first signed in. Source: decisions/0054. */
const NEWCOMER_HOURS = 24;
/** How long a deletion can be undone. */
export const RESTORE_HOURS = 24;

/** The earliest time of a broadcast that a person who joined at this instant receives. */
export function earliestBroadcast(joinedAt: RawBuilder<unknown>): RawBuilder<string> {
  return sql`${joinedAt} - make_interval(hours => ${NEWCOMER_HOURS})`;
}

const conditions = {
  unread: sql<boolean>`state.deleted_at is null and state.read_at is null`,
  read: sql<boolean>`state.deleted_at is null and state.read_at is not null`,
  kept: sql<boolean>`state.deleted_at is null`,
  /** Including deleted ones. */
  all: sql<boolean>`true`,
};

/**
 * Rows `id, created_at, read_at, is_own` of the reader's notifications: those sent to them, and broadcasts of the last
 * year addressed to them since shortly before they joined, except withdrawn ones, those that have not begun or have
 * ended, and those about items that they may not see. Every query of a person's notifications builds on this one, so
 * that the count and the lists agree.
 */
function received(reader: Reader, which: keyof typeof conditions): RawBuilder<unknown> {
  return sql`
    select given.id, given.created_at, given.read_at, given.is_own from (
      select note.id, note.created_at, note.item_id, note.is_own, state.read_at from (
        select id, created_at, item_id, true as is_own from notifications where user_id = ${reader.id} and withdrawn_at is null
        union all
        select id, created_at, item_id, false from notifications note
        where user_id is null and withdrawn_at is null and ${addressedTo(reader, 'note')}
          and (starts_at is null or starts_at <= ${reader.now}) and (ends_at is null or ends_at > ${reader.now})
          and created_at > ${hoursBefore(reader.now, BROADCAST_DAYS * 24)}
          and created_at >= (select ${earliestBroadcast(sql`person.created_at`)} from users person where person.id = ${reader.id})
      ) note
      left join notification_states state on state.user_id = ${reader.id} and state.notification_id = note.id
      where ${conditions[which]}
      -- Look up items only for the rows left, not for every notification ever sent.
      offset 0
    ) given
    where given.item_id is null or exists (select from content_items item where item.id = given.item_id and ${visibleTo(reader)})`;
}

const columns = sql`note.id, note.title, note.description, note.link, chosen.read_at is not null as "isRead",
  note.created_at as "createDate", note.created_at as "createdAt"`;

const UnreadCount = z.object({ count: z.int() });

export async function countUnread(db: Db, reader: Reader): Promise<number> {
  const row = await readRowOrThrow(
    db,
    UnreadCount,
    sql`select count(*)::int as count from (${received(reader, 'unread')}) unread`,
  );
  return row.count;
}

/** The newest unread and the newest read notifications, newest first. */
export function listNewest(db: Db, reader: Reader): Promise<Notification[]> {
  const newest = (condition: RawBuilder<boolean>) =>
    sql`(select * from received where ${condition} order by created_at desc, id desc limit ${MAX_LISTED_NOTIFICATIONS})`;
  return readRows(
    db,
    Notification,
    sql`
      with received as materialized (${received(reader, 'kept')}),
      chosen as (${newest(sql`read_at is null`)} union all ${newest(sql`read_at is not null`)})
      select ${columns} from chosen join notifications note on note.id = chosen.id
      order by note.created_at desc, note.id desc`,
  );
}

export async function listHistory(
  db: Db,
  reader: Reader,
  { page = 1, state }: { page?: number | undefined; state?: 'Unread' | 'Read' | undefined },
): Promise<Page<Notification>> {
  const pageSize = NOTIFICATION_HISTORY_PAGE_SIZE;
  const which = state === undefined ? 'kept' : state === 'Read' ? 'read' : 'unread';
  const { rows, total } = await readPage(
    db,
    Notification,
    sql`
      with received as materialized (${received(reader, which)}),
      chosen as (select * from received order by created_at desc, id desc ${pageOf(page, pageSize)})
      select every.total, found.* from (select count(*)::int as total from received) every
      left join lateral (select ${columns} from chosen join notifications note on note.id = chosen.id) found on true
      order by found."createdAt" desc, found.id desc`,
  );
  return { items: rows, page, pageSize, total };
}

/**
 * Marks the person's notifications among these ids as read and ignores the others. Returns how many belong to the
 * person.
 */
export async function markRead(db: Db, reader: Reader, ids: string[]): Promise<number> {
  const { found } = await change(
    db,
    reader,
    ids,
    'kept',
    sql`
      insert into notification_states as known (user_id, notification_id, is_own, read_at) select ${reader.id}, id, is_own, ${reader.now} from mine
      on conflict (user_id, notification_id) do update set read_at = excluded.read_at where known.read_at is null and known.deleted_at is null`,
  );
  return found;
}

/** Returns how many of the ids belong to the person. */
export async function markUnread(db: Db, reader: Reader, id: string): Promise<number> {
  const { found } = await change(
    db,
    reader,
    [id],
    'kept',
    sql`
      update notification_states known set read_at = null from mine
      where known.user_id = ${reader.id} and known.notification_id = mine.id and known.read_at is not null and known.deleted_at is null`,
  );
  return found;
}

/** Deletes it for the person. Returns 0 when it is not theirs or is already deleted. */
export async function deleteForPerson(db: Db, reader: Reader, id: string): Promise<number> {
  const { changed } = await change(
    db,
    reader,
    [id],
    'all',
    sql`
      insert into notification_states as known (user_id, notification_id, is_own, deleted_at) select ${reader.id}, id, is_own, ${reader.now} from mine
      on conflict (user_id, notification_id) do update set deleted_at = excluded.deleted_at where known.deleted_at is null`,
  );
  return changed;
}

/** Undoes a deletion of the last 24 hours. Returns 0 when there is nothing to restore. */
export async function restoreForPerson(db: Db, reader: Reader, id: string): Promise<number> {
  await change(
    db,
    reader,
    [id],
    'all',
    sql`
      update notification_states known set deleted_at = null from mine
      where known.user_id = ${reader.id} and known.notification_id = mine.id and known.deleted_at > ${hoursBefore(reader.now, RESTORE_HOURS)}`,
  );
  const { rows } = await sql`select 1 from (${received(reader, 'kept')}) kept where id = ${id}`.execute(db);
  return rows.length;
}

const ChangeCount = z.object({ found: z.int(), changed: z.int() });

/**
 * Runs a statement on the person's notifications among the ids, called `mine`, and notifies their other tabs if it
 * changed any.
 */
async function change(
  db: Db,
  reader: Reader,
  ids: string[],
  which: 'kept' | 'all',
  statement: RawBuilder<unknown>,
): Promise<z.infer<typeof ChangeCount>> {
  const count = await readRowOrThrow(
    db,
    ChangeCount,
    sql`
      -- Always in the same order, so that concurrent changes cannot deadlock.
      with mine as materialized (select id, is_own from (${received(reader, which)}) received where id = any (${ids}::uuid[]) order by id),
      changed as (${statement} returning 1)
      select (select count(*) from mine)::int as found, (select count(*) from changed)::int as changed`,
  );
  if (count.changed > 0) await announce(db, 'notifications', reader.id);
  return count;
}

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
