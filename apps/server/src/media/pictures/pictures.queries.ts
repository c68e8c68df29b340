import { sql } from 'kysely';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

/** Whether a published item visible to the reader shows the picture. */
export async function maySeePicture(db: Db, reader: Reader, pictureId: string): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ isShown: boolean }>`
    select exists (
      select from published_pictures shown join content_items item on item.id = shown.item_id and item.published_revision_id = shown.revision_id
      where shown.picture_id = ${pictureId} and ${visibleTo(reader)}) as "isShown"`.execute(db);
  return row!.isShown;
}
