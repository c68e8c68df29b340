import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MAX_PICTURE_BYTES, type ImageRef, type PictureFocus } from '@portico/kinds/media';
import type { Db } from '../../db/pool.ts';
import { PortalError } from '../../errors.ts';
import { lockFiles } from '../../db/lockFiles.ts';
import type { ObjectStore } from '../store/objectStore.ts';
import type { Drawing } from './drawPicture.ts';

export interface PictureInfo {
  /** Describes the picture for people who cannot see it; empty for a decorative picture. */
  alt: string;
  credit?: string | undefined;
  focus?: PictureFocus | undefined;
  /** Where the file came from, stored for reference. */
  source?: string | undefined;
}

/** The key of one variant in the object store. */
export function pictureKey(id: string, width: number): string {
  return `pictures/${id.slice(0, 2)}/${id}/${width}.webp`;
}

/**
 * Stores a picture as `drawPicture` draws it, and returns how components refer to it. The id is derived from the bytes:
 * adding the same file again returns the same picture and costs one lookup. Files are stored before the row, and under
 * the lock of sweepFiles, so a row always has its files. Throws `unsupported_media_type` unless the content is JPEG,
 * PNG, WebP or AVIF, `payload_too_large` above MAX_PICTURE_BYTES or 50 million pixels, `invalid_input` if it is damaged
 * or too long for WebP.
 */
export async function addPicture(
  { db, store, draw = drawHere }: { db: Db; store: ObjectStore; draw?: (bytes: Uint8Array) => Promise<Drawing> },
  bytes: Uint8Array,
  info: PictureInfo,
): Promise<ImageRef> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new PortalError('payload_too_large', 'A picture can be at most 25 MB.');
  const sha256 = createHash('sha256').update(bytes).digest();
  const id = pictureIdOf(sha256);
  // A sweep measures the age from the last upload.
  const known = await db
    .updateTable('pictures')
    .set({ added_at: sql`now()` })
    .where('id', '=', id)
    .returning(['width', 'height', 'widths'])
    .executeTakeFirst();
  if (known && (await hasAllFiles(store, id, known.widths))) return imageRef(id, known, info);

  return savePicture({ db, store }, { id, sha256 }, await draw(bytes), info);
}

/**
 * Stores a picture that another portal drew from a file with this digest, and returns how components refer to it.
 * Throws `invalid_input` unless each variant is WebP of its width.
 */
export async function addDrawnPicture(
  { db, store }: { db: Db; store: ObjectStore },
  sha256: Buffer,
  drawing: Drawing,
  info: PictureInfo,
): Promise<ImageRef> {
  const { measured } = await import('./decodePicture.ts');
  for (const { width, webp } of drawing.variants) {
    const found = await measured(webp);
    if (found.format !== 'webp' || found.width !== width)
      throw new PortalError('invalid_input', `The picture is not WebP, or not ${width} pixels wide.`);
  }
  return savePicture({ db, store }, { id: pictureIdOf(sha256), sha256 }, drawing, info);
}

async function savePicture(
  { db, store }: { db: Db; store: ObjectStore },
  { id, sha256 }: { id: string; sha256: Buffer },
  { variants, ...size }: Drawing,
  info: PictureInfo,
): Promise<ImageRef> {
  const picture = { ...size, widths: variants.map(({ width }) => width) };
  const putFiles = async () => {
    for (const { width, webp } of variants) await store.put(pictureKey(id, width), webp);
  };
  await putFiles();
  await db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    // A sweep may have removed the files in the meantime.
    if (!(await hasAllFiles(store, id, picture.widths))) await putFiles();
    await trx
      .insertInto('pictures')
      .values({
        id,
        sha256,
        ...picture,
        credit: info.credit ?? null,
        source: info.source ?? null,
        unused_since: sql`now()`,
      })
      // A conflict of the id or of the digest, whichever PostgreSQL detects first.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return imageRef(id, picture, info);
}

interface Measures {
  width: number;
  height: number;
  widths: number[];
}

function imageRef(id: string, { width, height, widths }: Measures, { alt, credit, focus }: PictureInfo): ImageRef {
  return { id, alt, width, height, widths, ...(credit ? { credit } : {}), ...(focus && { focus }) };
}

async function hasAllFiles(store: ObjectStore, id: string, widths: number[]): Promise<boolean> {
  const present = await Promise.all(widths.map((width) => store.has(pictureKey(id, width))));
  return present.every(Boolean);
}

/** The id of the picture that is drawn from a file with this digest: a UUID of version 8. Source: RFC 9562. */
export function pictureIdOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Imported on demand: the library takes some 9 MB of memory, which a server that creates no pictures does not need. */
const drawHere = async (bytes: Uint8Array): Promise<Drawing> => (await import('./drawPicture.ts')).drawPicture(bytes);
