import { PictureFocus, type ImageRef } from '@portico/kinds/media';
import { StudioFile } from '@portico/kinds/items/document/schemas';
import { itemPath } from '@portico/server/content/itemPath';
import type { Db } from '@portico/server/db/pool';
import { readRows, storedJson } from '@portico/server/db/rows';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { References } from './references.ts';

const PictureRow = z.object({
  id: z.uuid(),
  externalId: z.nullable(z.string()),
  alt: z.nullable(z.string()),
  width: z.int(),
  height: z.int(),
  widths: z.array(z.int()),
  credit: z.nullable(z.string()),
  focus: z.nullable(PictureFocus),
});

const ItemRow = z.object({
  id: z.uuid(),
  externalId: z.nullable(z.string()),
  kind: z.string(),
  path: z.nullable(z.string()),
  title: z.string(),
  details: storedJson<object>(),
});

/**
 * Published items, documents and pictures of the portal, by their id there and by the id that an earlier import used. A
 * picture that did not come from an import has no description.
 */
export async function findStoredReferences(db: Db): Promise<References> {
  const pictures = new Map<string, ImageRef>();
  const pictureRows = await readRows(
    db,
    PictureRow,
    sql`
      select picture.id, known.external_id as "externalId", known.alt, picture.width, picture.height, picture.widths, picture.credit,
        known.focus
      from pictures picture left join imported_pictures known on known.picture_id = picture.id order by known.external_id`,
  );
  for (const { id, externalId, alt, width, height, widths, credit, focus } of pictureRows) {
    const picture = { id, alt: alt ?? '', width, height, widths, ...(credit && { credit }), ...(focus && { focus }) };
    if (!pictures.has(id)) pictures.set(id, picture);
    if (externalId !== null) pictures.set(externalId, picture);
  }

  const items = new Map<string, z.infer<typeof ItemRow>>();
  const itemRows = await readRows(
    db,
    ItemRow,
    sql`
      select item.id, item.external_id as "externalId", item.kind, rev.header as title,
        case item.kind when 'document' then '/documents?preview=' || item.id else ${itemPath} end as path,
        case item.kind when 'document' then rev.details else '{}' end as details
      from content_items item join content_revisions rev on rev.id = item.published_revision_id`,
  );
  for (const item of itemRows) for (const id of [item.id, item.externalId]) if (id !== null) items.set(id, item);

  return {
    pictures,
    pathOf: (id) => items.get(id)?.path ?? undefined,
    documentOf(id) {
      const item = items.get(id);
      if (item?.kind !== 'document') return undefined;
      const { format, bytes } = z.parse(StudioFile, item.details);
      return { documentId: item.id, title: item.title, format, bytes };
    },
  };
}
