import { join } from 'node:path';
import { z } from 'zod/mini';
import { MAX_ALT, MAX_CREDIT, PictureFocus } from '@portico/kinds/media';
import type { Db } from '@portico/server/db/pool';
import { PortalError } from '@portico/server/errors';
import type { ObjectStore } from '@portico/server/media/store/objectStore';
import { addDrawnPicture, pictureIdOf, pictureKey } from '@portico/server/media/pictures/pictures';
import { rememberPicture } from './pictureFiles.ts';
import type { ImportReport } from './report.ts';
import { readIfThere, SourceId, type Numbered } from './sourceLines.ts';
import { LibraryEntry, Sha256 } from './storedLine.ts';

const Pixels = z.int().check(z.positive());

/**
 * A line of images.jsonl with `"asStored": true`: a picture as the portal has drawn it, in the files
 * `images/<id>-<width>.webp`. The original is not stored, so its digest says which picture it is.
 */
export const StoredPicture = z
  .strictObject({
    id: z.uuid(),
    asStored: z.literal(true),
    sha256: Sha256,
    width: Pixels,
    height: Pixels,
    widths: z.array(Pixels).check(z.minLength(1), z.maxLength(8)),
    credit: z.optional(z.string().check(z.maxLength(MAX_CREDIT))),
    origin: z.optional(z.string().check(z.maxLength(1000))),
    /** What earlier imports called it. */
    names: z.optional(
      z.array(
        z.strictObject({ id: SourceId, alt: z.string().check(z.maxLength(MAX_ALT)), focus: z.optional(PictureFocus) }),
      ),
    ),
    library: LibraryEntry,
  })
  .check(
    z.refine(({ id, sha256 }) => pictureIdOf(Buffer.from(sha256, 'hex')) === id, {
      error: 'It is not the id of a picture with this digest',
      path: ['id'],
    }),
  );
export type StoredPicture = z.infer<typeof StoredPicture>;

export const variantName = (id: string, width: number): string => `${id}-${width}.webp`;

/** Stores pictures that were exported. One that the portal has is not read again. Calls `onDone` after each one. */
export async function importStoredPictures(
  parts: { db: Db; store: ObjectStore },
  folder: string,
  lines: Array<Numbered<StoredPicture>>,
  report: ImportReport,
  onDone: () => void,
): Promise<void> {
  for (const { file, line, record } of lines) {
    const { id, names = [], library } = record;
    try {
      const isKnown = await isStored(parts, record);
      if (!isKnown) await addWithVariants(parts, folder, record);
      // Pictures that nothing names are removed after a while.
      const remembered = isKnown || names.length > 0 ? names : [{ id, alt: library.alt ?? '' }];
      for (const { id: name, ...about } of remembered) await rememberPicture(parts.db, name, { ...about, id });
      report.count('pictures', isKnown ? 'unchanged' : 'added');
    } catch (error) {
      if (!(error instanceof PortalError)) throw error;
      report.reject({ file, line, id, reason: error.message });
    }
    onDone();
  }
}

async function isStored({ db, store }: { db: Db; store: ObjectStore }, { id, widths }: StoredPicture) {
  const known = await db.selectFrom('pictures').select('id').where('id', '=', id).executeTakeFirst();
  if (!known) return false;
  for (const width of widths) if (!(await store.has(pictureKey(id, width)))) return false;
  return true;
}

async function addWithVariants(
  parts: { db: Db; store: ObjectStore },
  folder: string,
  { id, sha256, width, height, widths, credit, origin, library }: StoredPicture,
): Promise<void> {
  const variants = [];
  for (const each of widths) {
    const webp = await readIfThere(join(folder, 'images', variantName(id, each)));
    if (webp === undefined) throw new PortalError('invalid_input', `there is no file images/${variantName(id, each)}`);
    variants.push({ width: each, webp });
  }
  await addDrawnPicture(
    parts,
    Buffer.from(sha256, 'hex'),
    { width, height, variants },
    { alt: library.alt ?? '', credit, source: origin },
  );
}
