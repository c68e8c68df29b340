import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { openDepartments } from '@portico/authoring/mayDo';
import type { ImageRef } from '@portico/kinds/media';
import type { CallResult } from '@portico/contracts/endpoint';
import {
  StudioDocument,
  StudioPicture,
  type listStudioDocuments,
  type listStudioPictures,
} from '@portico/contracts/studio/pickers';
import { readPage, storedJson, pageOf } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { isNamed } from '../../search/index/names.ts';
import { isExpired } from '../../visibility/visibility.ts';
import { isOfAny, joined, mayUse, type Chooser } from './studioItems.queries.ts';
import { isTitled } from './titles.ts';

const PAGE_SIZE = 24;

interface Wanted {
  text?: string | undefined;
  page?: number | undefined;
}

/** Whether a text contains each word. */
export function hasWords(searched: RawBuilder<unknown>, text = ''): RawBuilder<boolean> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sql<boolean>`(true ${sql.join(
    words.map((word) => sql`and position(${word} in lower(${searched})) > 0`),
    sql` `,
  )})`;
}

const DocumentRow = z.extend(z.omit(StudioDocument, { documentId: true }), { id: z.uuid() });

/** Published documents, those with a title that starts with the text first, then the newest. */
export async function listDocuments(
  db: Kysely<DB>,
  { text = '', page = 1 }: Wanted,
  chooser: Chooser,
): Promise<CallResult<typeof listStudioDocuments>> {
  const { rows, total } = await readPage(
    db,
    DocumentRow,
    sql`
      with matching as (
        select item.id, item.title, item.format, item.bytes, item.published_at as "publishedAt",
          starts_with(lower(item.title), lower(${text})) as begins
        from ${joined} join content_revisions shown on shown.id = item.published_revision_id
        where item.kind = 'document'
          and not coalesce(${isExpired(chooser.reader.now)}, false) and ${mayUse(chooser)}
          and (${hasWords(sql`concat_ws(' ', item.title, shown.details->>'fileName')`, text)} or ${isTitled(sql`item.title`, text)})
      ),
      chosen as (select * from matching order by begins desc, "publishedAt" desc, id ${pageOf(page, PAGE_SIZE)})
      select every.total, found.id, found.title, found.format, found.bytes, found."publishedAt" from (select count(*)::int as total from matching) every
      left join lateral (select * from chosen) found on true order by found.begins desc, found."publishedAt" desc, found.id`,
  );
  const items = rows.map(({ id, ...row }) => ({ documentId: id, ...row }));
  return { items, page, pageSize: PAGE_SIZE, total };
}

const PICTURE_TEXT = sql`concat_ws(' ', latest.image->>'alt', latest.image->>'credit', picture.source, latest.title,
  media.name, media.alt, media.credit, array_to_string(media.labels, ' '))`;
const PictureRow = z.extend(StudioPicture, { id: z.uuid(), image: storedJson<ImageRef>() });

/**
 * Every `ImageRef` in a draft. A component of a draft may have properties that nothing has checked, and a single value
 * that cannot be cast would fail the whole statement.
 */
const PICTURES = `strict $.** ? (@.id like_regex "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" flag "i"
  && @.widths.type() == "array" && @.alt.type() == "string"
  && (!exists(@.credit) || @.credit.type() == "string")
  && (!exists(@.focus) || (@.focus.x.type() == "number" && @.focus.y.type() == "number")))`;

/** Whether an upload is the person's own; people with a role for all departments may use every upload. */
const isOwn = (userId: string, { actor }: Chooser): RawBuilder<unknown> =>
  openDepartments(actor) === null ? sql`true` : sql`${sql.ref(userId)} = ${actor.id}`;

/**
 * Pictures in published versions and drafts, and uploads, newest first, each once, with what the library of the studio
 * says about it.
 */
export async function listPictures(
  db: Kysely<DB>,
  { text = '', page = 1 }: Wanted,
  chooser: Chooser,
): Promise<CallResult<typeof listStudioPictures>> {
  const { rows, total } = await readPage(
    db,
    PictureRow,
    sql`
      with used as (
        select link.picture_id as id, ref.image, item.title, item.published_at as at
        from ${joined} join published_pictures link on link.revision_id = item.published_revision_id
        join content_revisions shown on shown.id = link.revision_id
        cross join lateral jsonb_path_query(jsonb_build_array(shown.image, shown.components, shown.details),
          'lax $.** ? (@.id == $id && exists(@.widths))', jsonb_build_object('id', link.picture_id)) ref (image)
        where ${mayUse(chooser)}
        union all
        select (ref.image->>'id')::uuid, ref.image, coalesce(draft.draft #>> '{fields,header}', ''), draft.updated_at
        from ${joined} cross join lateral jsonb_path_query(draft.draft, ${PICTURES}::jsonpath) ref (image)
        where ${isOfAny(openDepartments(chooser.actor))}
        union all
        select media.picture_id, '{"alt": ""}', '', null
        from search_media media where media.picture_id is not null and exists (
          select from search_media_uploads upload where upload.media_id = media.id and ${isOwn('upload.user_id', chooser)})
      ),
      latest as (select distinct on (id) * from used order by id, image->>'alt' = '', at desc nulls last),
      matching as (
        select picture.id, picture.added_at, latest.title as "usedIn",
          coalesce(nullif(media.name, ''), substring(picture.source from '^studio: (.*)$')) as "fileName",
          jsonb_build_object('id', picture.id, 'alt', coalesce(nullif(media.alt, ''), latest.image->>'alt'), 'width', picture.width, 'height', picture.height,
            'widths', picture.widths) || jsonb_strip_nulls(jsonb_build_object('credit', coalesce(nullif(media.credit, ''), latest.image->>'credit'), 'focus', latest.image->'focus')) as image
        from latest join pictures picture on picture.id = latest.id join search_media media on media.picture_id = latest.id
        where ${hasWords(PICTURE_TEXT, text)} or ${isNamed(PICTURE_TEXT, text)}
      ),
      chosen as (select * from matching order by added_at desc, id ${pageOf(page, PAGE_SIZE)})
      select every.total, found.id, found.image, found."fileName", found."usedIn" from (select count(*)::int as total from matching) every
      left join lateral (select * from chosen) found on true order by found.added_at desc, found.id`,
  );
  const items = rows.map(({ id: _id, ...row }) => row);
  return { items, page, pageSize: PAGE_SIZE, total };
}
