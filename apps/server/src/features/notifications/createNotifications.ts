import { sql } from 'kysely';
import type { Notify } from '../../dependencies.ts';
import { announceToEach } from '../../push/announce.ts';

const MAX_TITLE_LENGTH = 300;

/** The `notify` of Dependencies. Longer titles are cut. */
export const createNotifications: Notify = async (db, userIds, { title, description, link, itemId }, now) => {
  if (userIds.length === 0) return;
  await sql`insert into notifications (user_id, title, description, link, item_id, created_at)
    select user_id, ${title.slice(0, MAX_TITLE_LENGTH)}, ${description}, ${link}, ${itemId ?? null}, ${now}
    from unnest(${userIds}::uuid[]) user_id`.execute(db);
  await announceToEach(db, 'notifications', userIds);
};
