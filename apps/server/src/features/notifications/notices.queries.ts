import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { emptyRule } from '@portico/authoring/audience';
import type { Audience } from '@portico/kinds/audience';
import { NOTIFICATION_HISTORY_PAGE_SIZE, type NewNotice, Notice } from '@portico/contracts/notifications';
import type { Page } from '@portico/contracts/paging';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readPage, readRow, storedJson } from '../../db/rows.ts';
import { PortalError } from '../../errors.ts';
import { announce } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { audienceOf, ruleColumn, saveRule, storedAudience } from '../../visibility/audienceRules.ts';
import { addressedToPerson } from '../../visibility/visibility.ts';
import { earliestBroadcast } from './notifications.queries.ts';

/** Columns of a Notice, from a row of `notifications` called `note`. */
const columns = sql`note.id, note.title, note.description, note.link, note.audience, ${ruleColumn('note')} as rule, note.created_at as "createdAt", note.withdrawn_at as "withdrawnAt",
  (select ${displayName('person')} from users person where person.id = note.created_by) as "createdBy",
  (select count(*) from users person where person.disabled_at is null
    and note.created_at >= ${earliestBroadcast(sql`person.created_at`)} and ${addressedToPerson('note')})::int as reached,
  coalesce(note.final_reads, (select count(*) from notification_states state where state.notification_id = note.id and state.read_at is not null)::int) as read`;

const NoticeRow = z.extend(z.omit(Notice, { audience: true, audienceRule: true }), {
  audience: z.array(z.string()),
  rule: z.nullable(storedJson<Audience>()),
});
const noticeOf = ({ rule, audience, ...notice }: z.infer<typeof NoticeRow>): Notice => ({
  ...notice,
  ...audienceOf(audience, rule),
});

/** Notices, newest first, including withdrawn ones. */
export async function listNoticesPage(db: Db, page = 1): Promise<Page<Notice>> {
  const pageSize = NOTIFICATION_HISTORY_PAGE_SIZE;
  const { rows, total } = await readPage(
    db,
    NoticeRow,
    sql`
      with chosen as (select * from notifications where user_id is null order by created_at desc, id desc limit ${pageSize} offset ${(page - 1) * pageSize})
      select every.total, found.* from (select count(*)::int as total from notifications where user_id is null) every
      left join lateral (select ${columns} from chosen note) found on true
      order by found."createdAt" desc, found.id desc`,
  );
  return { items: rows.map(noticeOf), page, pageSize, total };
}

/** Sends a notice once, however often it is requested. Throws `conflict` when its id is used by a different notice. */
export async function saveNotice(db: Db, notice: NewNotice, sender: { id: string; now: Date }): Promise<Notice> {
  const { id, title, description, link } = notice;
  const addressees = { audience: [...new Set(notice.audience)], audienceRule: notice.audienceRule ?? emptyRule };
  const audience = storedAudience(addressees);
  return db.transaction().execute(async (trx) => {
    await saveRule(trx, addressees);
    const { numInsertedOrUpdatedRows: added } = await trx
      .insertInto('notifications')
      .values({ id, title, description, link, audience, created_at: sender.now, created_by: sender.id })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    const saved = await readRow(
      trx,
      NoticeRow,
      sql`select ${columns} from notifications note where id = ${id} and user_id is null`,
    );
    if (
      !saved ||
      !isDeepStrictEqual(
        [saved.title, saved.description, saved.link, saved.audience],
        [title, description, link, audience],
      )
    )
      throw new PortalError('conflict', 'Another notification already has this ID.');
    if (added) {
      await audit(trx, {
        actorId: sender.id,
        action: 'notice.sent',
        objectKind: 'notification',
        objectId: id,
        details: { audience: audience.join(' ') },
      });
      await announce(trx, 'notifications', 'everybody');
    }
    return noticeOf(saved);
  });
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
