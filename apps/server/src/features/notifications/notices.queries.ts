import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { emptyRule } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallInput } from '@portico/contracts/endpoint';
import {
  type changeNotice,
  MAX_NOTICE_AHEAD_DAYS,
  NOTIFICATION_HISTORY_PAGE_SIZE,
  type NewNotice,
  Notice,
} from '@portico/contracts/notifications';
import type { Page } from '@portico/contracts/paging';
import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readPage, readRow, storedJson, pageOf } from '../../db/rows.ts';
import { found, PortalError } from '../../errors.ts';
import { announce } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { audienceOf, ruleColumn, saveRule, storedAudience } from '../../visibility/audienceRules.ts';
import { addressedToPerson } from '../../visibility/visibility.ts';
import { earliestBroadcast } from './notifications.queries.ts';

/** How many people a notice reaches, a row of `notifications` called `note`. */
const reachedPeople = sql`(select count(*) from users person where person.disabled_at is null
    and note.created_at >= ${earliestBroadcast(sql`person.created_at`)} and ${addressedToPerson('note')})::int`;

/** The same for the notices of `listNoticesPage`. */
const reachedOfPage = sql`(select coalesce(sum(addressed.people), 0)::int from addressed
    where addressed.audience = note.audience and addressed.earlier < width_bucket(note.created_at, (select sorted from times)))`;

/** Columns of a Notice, from a row of `notifications` called `note`. */
const columnsAt = (
  now: Date,
  reached = reachedPeople,
) => sql`note.id, note.title, note.description, note.link, note.audience, ${ruleColumn('note')} as rule, note.created_at as "createdAt", note.withdrawn_at as "withdrawnAt",
  note.starts_at as "startsAt", note.ends_at as "endsAt", note.version,
  case when note.withdrawn_at is not null then 'Withdrawn' when note.starts_at > ${now} then 'Scheduled'
    when note.ends_at <= ${now} then 'Ended' else 'Live' end as state,
  (select ${displayName('person')} from users person where person.id = note.created_by) as "createdBy",
  ${reached} as reached,
  (select case when counted.people >= ${MIN_SHOWN_COUNT}::int then counted.people end from (
    select coalesce(note.final_reads, (select count(*) from notification_states state where state.notification_id = note.id and state.read_at is not null))::int as people
  ) counted) as read`;

const NoticeRow = z.extend(z.omit(Notice, { audience: true, audienceRule: true }), {
  audience: z.array(z.string()),
  rule: z.nullable(storedJson<Audience>()),
});
const noticeOf = ({ rule, audience, ...notice }: z.infer<typeof NoticeRow>): Notice => ({
  ...notice,
  ...audienceOf(audience, rule),
});

/** Notices, newest first, including withdrawn ones. */
export async function listNoticesPage(db: Db, now: Date, page = 1): Promise<Page<Notice>> {
  const pageSize = NOTIFICATION_HISTORY_PAGE_SIZE;
  const { rows, total } = await readPage(
    db,
    NoticeRow,
    sql`
      with chosen as materialized (
        select * from notifications where user_id is null order by created_at desc, id desc ${pageOf(page, pageSize)}
      ),
      -- People are read once for each audience, not for each notice, and counted by the number of notices before theirs.
      times as materialized (select array_agg(created_at order by created_at) as sorted from chosen),
      addressed as materialized (
        select note.audience, width_bucket(${earliestBroadcast(sql`person.created_at`)} - interval '1 microsecond', times.sorted) as earlier,
          count(*) as people
        from times cross join (select distinct audience from chosen) note
        join users person on person.disabled_at is null and ${addressedToPerson('note')} group by 1, 2
      )
      select every.total, found.* from (select count(*)::int as total from notifications where user_id is null) every
      left join lateral (select ${columnsAt(now, reachedOfPage)} from chosen note) found on true
      order by found."createdAt" desc, found.id desc`,
  );
  return { items: rows.map(noticeOf), page, pageSize, total };
}

/**
 * Sends a notice once, however often it is requested, at its start if it has one. Throws `conflict` when its id is used
 * by a different notice, and `invalid_input` for times that nobody could see.
 */
export async function saveNotice(db: Db, notice: NewNotice, sender: Sender): Promise<Notice> {
  const { id, title, description, link } = notice;
  const { addressees, audience } = addressed(notice);
  const times = { startsAt: notice.startsAt ?? null, endsAt: notice.endsAt ?? null };
  return db.transaction().execute(async (trx) => {
    const isKnown = await trx.selectFrom('notifications').select('id').where('id', '=', id).executeTakeFirst();
    if (!isKnown) assertTimes(times, sender.now);
    await saveRule(trx, addressees);
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('notifications')
      .values({
        id,
        title,
        description,
        link,
        audience,
        created_at: times.startsAt ?? sender.now,
        created_by: sender.id,
        ...storedTimes(times),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    const saved = await findNotice(trx, id, sender.now);
    if (
      !saved ||
      !isDeepStrictEqual(
        [saved.title, saved.description, saved.link, saved.audience, iso(saved.startsAt), iso(saved.endsAt)],
        [title, description, link, audience, iso(times.startsAt), iso(times.endsAt)],
      )
    )
      throw new PortalError('conflict', 'Another notification already has this ID.');
    if (added) {
      await audit(trx, {
        actorId: sender.id,
        action: times.startsAt === null ? 'notice.sent' : 'notice.scheduled',
        objectKind: 'notification',
        objectId: id,
        details: { audience: audience.join(' '), ...times },
      });
      if (times.startsAt === null) await announce(trx, 'notifications', 'everybody');
    }
    return noticeOf(saved);
  });
}

/** Changes a scheduled notice. Throws `not_found`, `conflict`, and `invalid_input` like `saveNotice`. */
export async function updateNotice(
  db: Db,
  id: string,
  { version, ...notice }: CallInput<typeof changeNotice>['body'],
  editor: Sender,
): Promise<Notice> {
  const { title, description, link } = notice;
  const { addressees, audience } = addressed(notice);
  const times = { startsAt: notice.startsAt ?? null, endsAt: notice.endsAt ?? null };
  return db.transaction().execute(async (trx) => {
    const locked = sql`select ${columnsAt(editor.now)} from notifications note where id = ${id} and user_id is null for update of note`;
    const former = found(await readRow(trx, NoticeRow, locked), 'notice');
    if (former.state !== 'Scheduled')
      throw new PortalError('conflict', 'This notice has already appeared, or was withdrawn.');
    if (former.version !== version)
      throw new PortalError('conflict', 'Someone else changed this notice while you were writing.');
    assertTimes(times, editor.now);
    await saveRule(trx, addressees);
    await trx
      .updateTable('notifications')
      .set({
        title,
        description,
        link,
        audience,
        version: version + 1,
        created_at: times.startsAt ?? editor.now.toISOString(),
        ...storedTimes(times),
      })
      .where('id', '=', id)
      .execute();
    await audit(trx, {
      actorId: editor.id,
      action: 'notice.changed',
      objectKind: 'notification',
      objectId: id,
      details: { audience: audience.join(' '), ...times },
    });
    if (times.startsAt === null) await announce(trx, 'notifications', 'everybody');
    return noticeOf(found(await findNotice(trx, id, editor.now), 'notice'));
  });
}

interface Sender {
  id: string;
  now: Date;
}
interface NoticeTimes {
  startsAt: string | null;
  endsAt: string | null;
}

const iso = (instant: string | null): string | null => instant && new Date(instant).toISOString();

const findNotice = (trx: Db, id: string, now: Date) =>
  readRow(trx, NoticeRow, sql`select ${columnsAt(now)} from notifications note where id = ${id} and user_id is null`);

function addressed({ audience, audienceRule }: Pick<NewNotice, 'audience' | 'audienceRule'>) {
  const addressees = { audience: [...new Set(audience)], audienceRule: audienceRule ?? emptyRule };
  return { addressees, audience: storedAudience(addressees) };
}

const storedTimes = ({ startsAt, endsAt }: NoticeTimes) => ({
  starts_at: startsAt,
  ends_at: endsAt,
  announce_at: startsAt ?? endsAt,
});

function assertTimes({ startsAt, endsAt }: NoticeTimes, now: Date): void {
  const refuse = (path: string, message: string): never => {
    throw new PortalError('invalid_input', message, { issues: [{ path, message }] });
  };
  const begins = startsAt === null ? now : new Date(startsAt);
  if (begins < now) refuse('startsAt', 'The start is in the past. Leave it empty to send the notice now.');
  if (begins.getTime() - now.getTime() > MAX_NOTICE_AHEAD_DAYS * DAY_MS)
    refuse('startsAt', 'A notice can start within a year.');
  if (endsAt !== null && new Date(endsAt) <= begins) refuse('endsAt', 'The notice must end after it starts.');
}

/** Withdraws a notice: from the next request on, no one sees it. False for an unknown notice. */
export async function withdraw(db: Db, noticeId: string, editor: { id: string; now: Date }): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await trx
      .selectFrom('notifications')
      .select('withdrawn_at')
      .where('id', '=', noticeId)
      .where('user_id', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (found?.withdrawn_at === null) {
      await trx
        .updateTable('notifications')
        .set({ withdrawn_at: editor.now.toISOString() })
        .where('id', '=', noticeId)
        .execute();
      await audit(trx, {
        actorId: editor.id,
        action: 'notice.withdrawn',
        objectKind: 'notification',
        objectId: noticeId,
      });
      await announce(trx, 'notifications', 'everybody');
    }
    return found !== undefined;
  });
}
