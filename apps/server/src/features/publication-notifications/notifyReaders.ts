import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { LINKED_FILE_DIGITS } from '@portico/contracts/documents';
import { itemPath } from '../../content/itemPath.ts';
import { audit } from '../../db/audit.ts';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { announce } from '../../push/announce.ts';
import { isShown } from '../../visibility/visibility.ts';

const Notified = z.object({
  revisionId: z.uuid(),
  itemId: z.uuid(),
  kind: z.string(),
  number: z.int(),
  notifyBy: z.array(z.string()),
  by: z.nullable(z.uuid()),
});

/**
 * Where readers open an item. Documents have no page, so they open the file; the link says when that has been replaced.
 * Source: decisions/0365.
 */
export const readerPath = sql<string>`coalesce(${itemPath}, '/media/documents/' || item.id || coalesce(
  (select '?file=' || left(encode(sha256, 'hex'), ${LINKED_FILE_DIGITS}::integer) from files where id = item.file_id), ''))`;

/**
 * Notifies readers, once, of revisions that they see by now and whose publisher requested it. The row of a revision in
 * `publication_notifications` is saved in the same transaction as the notice. Emails follow with the next digest.
 * Source: decisions/0190.
 */
export async function notifyReaders(
  _payload: unknown,
  { db, now: clock }: Pick<Dependencies, 'db' | 'now'>,
): Promise<void> {
  const now = clock();
  await db.transaction().execute(async (trx) => {
    const notified = await readRows(
      trx,
      Notified,
      sql`
        with due as (
          select rev.id, rev.item_id, rev.notify_by, item.kind, rev.number, rev.created_by
          from content_revisions rev join content_items item on item.published_revision_id = rev.id
          where rev.notify_by <> '{}' and ${isShown(now)}
            and not exists (select from publication_notifications notified where notified.revision_id = rev.id)
        ), added as (
          insert into publication_notifications (revision_id, item_id, notify_by, notified_at)
          select id, item_id, notify_by, ${now} from due on conflict do nothing returning revision_id
        )
        select due.id as "revisionId", item_id as "itemId", kind, number, notify_by as "notifyBy", created_by as by
        from due join added on added.revision_id = due.id`,
    );
    const notices = notified.filter(({ notifyBy }) => notifyBy.includes('Notice')).map(({ revisionId }) => revisionId);
    if (notices.length > 0) await sendNotices(trx, notices, now);
    if (notified.some(({ notifyBy }) => notifyBy.includes('Banner'))) await announce(trx, 'content', 'everybody');
    for (const { itemId, kind, number, notifyBy, by } of notified)
      await audit(trx, {
        actorId: by ?? undefined,
        action: `${kind}.notified`,
        objectKind: kind,
        objectId: itemId,
        details: { revision: number, by: notifyBy.join(' ') },
      });
  });
}

/** A notice is visible only to readers who may see the item, and only while they may. Its id is the revision's. */
async function sendNotices(trx: Transaction<DB>, revisionIds: string[], now: Date): Promise<void> {
  await sql`
    insert into notifications (id, title, description, link, audience, item_id, created_at, created_by)
    select rev.id, rev.header, rev.description, ${readerPath}, item.audience, item.id, ${now}, rev.created_by
    from content_revisions rev join content_items item on item.id = rev.item_id
    where rev.id = any (${revisionIds}::uuid[])`.execute(trx);
  await announce(trx, 'notifications', 'everybody');
}
