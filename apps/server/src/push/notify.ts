import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { announceToEach } from './announce.ts';

export interface NewNotification {
  /** At most 300 characters, as headers of items are with a word before them. */
  title: string;
  description: string;
  /** A path of the portal or an absolute address. */
  link: string | null;
  /** Shown only to those who may see this item, and only while they may. */
  itemId?: string | undefined;
}

const MAX_TITLE = 300;

/** Tells each of these people something, and their open streams that there is something new. Inside a transaction all of it counts when that commits. */
export async function notify(
  db: Kysely<DB>,
  userIds: string[],
  { title, description, link, itemId }: NewNotification,
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  await sql`insert into notifications (user_id, title, description, link, item_id, created_at)
    select user_id, ${title.slice(0, MAX_TITLE)}, ${description}, ${link}, ${itemId ?? null}, ${now} from unnest(${userIds}::uuid[]) user_id`.execute(
    db,
  );
  await announceToEach(db, 'notifications', userIds);
}
