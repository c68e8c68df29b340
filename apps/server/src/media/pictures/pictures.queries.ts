import { sql } from 'kysely';
import { z } from 'zod/mini';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow } from '../../db/rows.ts';

const Visibility = z.object({ isShown: z.boolean() });

/** Whether a published item visible to the reader shows the picture. */
export async function maySeePicture(db: Db, reader: Reader, pictureId: string): Promise<boolean> {
  const { isShown } = await readRowOrThrow(
    db,
    Visibility,
    sql`
      select exists (
        select from published_pictures shown join content_items item on item.id = shown.item_id and item.published_revision_id = shown.revision_id
        where shown.picture_id = ${pictureId} and ${visibleTo(reader)}) or exists (
        select from studio_preview_readers named join studio_previews preview on preview.id = named.preview_id
        join studio_drafts draft on draft.item_id = preview.item_id
        where named.user_id = ${reader.id} and preview.revoked_at is null and preview.ends_at > ${reader.now}
          and position(lower(${pictureId}) in draft.draft::text) > 0) as "isShown"`,
  );
  return isShown;
}
