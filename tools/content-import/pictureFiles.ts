import { join } from 'node:path';
import type { ImageRef } from '@portico/kinds/media';
import type { Db } from '@portico/server/db/pool';
import { PortalError } from '@portico/server/errors';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { addPicture } from '@portico/server/media/pictures/pictures';
import type { ImportReport } from './report.ts';
import { readIfThere, type ImageLine, type Numbered } from './sourceLines.ts';

/** Pictures processed concurrently: each is decoded on its own core, outside of JavaScript. */
const AT_ONCE = 2;

/**
 * Stores the collection's pictures in the portal and returns them by the collection's ids. `onDone` is called after
 * each one.
 */
export async function importPictures(
  parts: { db: Db; store: ObjectStore },
  folder: string,
  images: Array<Numbered<ImageLine>>,
  report: ImportReport,
  onDone: () => void,
): Promise<Map<string, ImageRef>> {
  const known = new Set((await parts.db.selectFrom('pictures').select('id').execute()).map(({ id }) => id));
  const pictures = new Map<string, ImageRef>();
  const waiting = images.values();
  const work = async (): Promise<void> => {
    for (const { file, line, record } of waiting) {
      const source = { file, line, id: record.id };
      const bytes = await readIfThere(join(folder, 'images', record.file));
      if (bytes === undefined) report.reject({ ...source, reason: `there is no file images/${record.file}` });
      else {
        try {
          const picture = await addPicture(parts, bytes, {
            alt: record.alt,
            credit: record.credit || undefined,
            focus: record.focus ?? undefined,
            source: record.origin || undefined,
          });
          pictures.set(record.id, picture);
          await rememberPicture(parts.db, record.id, picture);
          report.count('pictures', known.has(picture.id) ? 'unchanged' : 'added');
        } catch (error) {
          if (!(error instanceof PortalError)) throw error;
          report.reject({ ...source, reason: error.message });
        }
      }
      onDone();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return pictures;
}

/** Lets a later import refer to the picture by the collection's id. */
export async function rememberPicture(
  db: Db,
  externalId: string,
  { id, alt, focus }: Pick<ImageRef, 'id' | 'alt' | 'focus'>,
): Promise<void> {
  const known = { picture_id: id, alt, focus: focus ? JSON.stringify(focus) : null };
  await db
    .insertInto('imported_pictures')
    .values({ external_id: externalId, ...known })
    .onConflict((conflict) => conflict.column('external_id').doUpdateSet(known))
    .execute();
}
