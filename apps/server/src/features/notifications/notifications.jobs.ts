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
