import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';

/** Notes that a person wrote in the draft of an item. */
export async function noteWriter(trx: Transaction<DB>, itemId: string, userId: string): Promise<void> {
  await trx
    .insertInto('studio_writers')
    .values({ item_id: itemId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Names the writers of a new revision: those of the draft, and of earlier revisions that nobody published, whose text
 * it contains. The caller has locked the item.
 */
export async function nameWriters(trx: Transaction<DB>, itemId: string, revisionId: string): Promise<void> {
  await sql`
    with drafted as (delete from studio_writers where item_id = ${itemId} returning user_id)
    insert into revision_writers (revision_id, user_id)
    select ${revisionId}::uuid, user_id from drafted
    union select ${revisionId}::uuid, writer.user_id from content_revisions earlier
      join revision_writers writer on writer.revision_id = earlier.id
      where earlier.item_id = ${itemId} and earlier.number > coalesce((
        select max(known.number) from content_revisions known
        where known.item_id = ${itemId} and known.first_published_at is not null and known.id <> ${revisionId}), 0)
    on conflict do nothing`.execute(trx);
}
