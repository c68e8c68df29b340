import { sql } from 'kysely';
import type { Notify } from '../../dependencies.ts';
import { announceToEach } from '../../push/announce.ts';
import { shortened } from '../../shortened.ts';

const MAX_TITLE = 300;
const MAX_DESCRIPTION = 1000;

/** The `notify` of Dependencies. Truncates texts that are too long for a notification. */
export const createNotifications: Notify = async (db, userIds, { title, description, link, itemId }, now) => {
  if (userIds.length === 0) return;
  await sql`insert into notifications (user_id, title, description, link, item_id, created_at)
    select user_id, ${shortened(title, MAX_TITLE)}, ${shortened(description, MAX_DESCRIPTION)}, ${link}, ${itemId ?? null}, ${now}
    from unnest(${userIds}::uuid[]) user_id`.execute(db);
  await announceToEach(db, 'notifications', userIds);
};
