import { sql } from 'kysely';
import type { Dependencies } from '../../dependencies.ts';
import { announce } from '../../push/announce.ts';
import { closeOldBroadcasts, deleteReadNotifications } from './retention.ts';

export async function purgeExpiredNotifications(
  _payload: unknown,
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
): Promise<void> {
  await deleteReadNotifications(db, now());
  await closeOldBroadcasts(db, now());
}

/** Runs after an item changes for readers, because its notifications may have appeared or disappeared. */
export async function followItemChange(
  { itemId }: { itemId: string },
  { db }: Pick<Dependencies, 'db'>,
): Promise<void> {
  const notification = await db
    .selectFrom('notifications')
    .select('id')
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst();
  if (notification) await announce(db, 'notifications', 'everybody');
}

/** Has open pages show notices that begin, and remove those that end. */
export async function announceNotices(_payload: unknown, { db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('notifications')
      .set({ announce_at: sql`case when ends_at > ${now()} then ends_at end` })
      .where('announce_at', '<=', now().toISOString())
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await announce(trx, 'notifications', 'everybody');
  });
}
