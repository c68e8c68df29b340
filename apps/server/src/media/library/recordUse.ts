import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { uploadsIn } from '@portico/authoring/uploadsIn';
import { ImageRef } from '@portico/kinds/media';
import type { DB } from '../../db/schema.generated.ts';

/** Records who uploaded a picture or file, which brings back a deleted one. The first name and size stay. */
export async function recordUpload(
  db: Kysely<DB>,
  { id, fileName, bytes, userId, now }: { id: string; fileName: string; bytes: number; userId: string; now: Date },
): Promise<void> {
  await sql`
    with named as (
      update search_media media set name = case when name = '' then ${fileName.slice(0, 255)} else name end, bytes = coalesce(bytes, ${bytes}),
        deleted_at = null, deleted_by = null
      where id = ${id} returning id)
    insert into search_media_uploads (media_id, user_id, uploaded_at) select id, ${userId}, ${now} from named
    on conflict (media_id, user_id) do update set uploaded_at = excluded.uploaded_at`.execute(db);
}

/**
 * Records that a draft has the pictures and files in this content. The first alternative text and credit that somebody
 * writes for a picture are proposed from then on.
 */
export async function recordUses(trx: Transaction<DB>, itemId: string, content: unknown): Promise<void> {
  const ids = [...new Set(uploadsIn(content))];
  if (ids.length === 0) return;
  await sql`
    insert into search_media_uses (media_id, item_id) select id, ${itemId} from search_media media where id = any(${ids}::uuid[]) order by id
    on conflict do nothing`.execute(trx);
  const described = JSON.stringify(picturesIn(content).filter(({ alt }) => alt !== ''));
  if (described === '[]') return;
  await sql`
    with held as (select id from search_media media where id = any(${ids}::uuid[]) and alt is null order by id for no key update)
    update search_media media set alt = given.alt, credit = case when media.credit = '' then given.credit else media.credit end
    from (select distinct on (id) * from jsonb_to_recordset(${described}::jsonb) as one (id uuid, alt text, credit text)) given
    where media.picture_id = given.id and media.id in (select id from held)`.execute(trx);
}

function picturesIn(content: unknown): Array<{ id: string; alt: string; credit: string }> {
  if (typeof content !== 'object' || content === null) return [];
  const { data } = z.safeParse(ImageRef, content);
  return [
    ...(data ? [{ id: data.id, alt: data.alt.trim(), credit: data.credit ?? '' }] : []),
    ...Object.values(content).flatMap(picturesIn),
  ];
}
