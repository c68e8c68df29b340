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

/** After an item has changed for its readers: notifications of it may have come or gone with it. Payload: `{ itemId }`. */
export async function followItemChange(
  { itemId }: { itemId: string },
  { db }: Pick<Dependencies, 'db'>,
): Promise<void> {
  const told = await db
    .selectFrom('notifications')
    .select('id')
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst();
  if (told) await announce(db, 'notifications', 'everybody');
}
