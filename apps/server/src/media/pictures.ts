import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { ImageRef } from '@portico/contracts/media';
import { IMAGE_WIDTHS } from '@portico/contracts/media';
import type { Db } from '../db/pool.ts';
import { PortalError } from '../http/errors.ts';
import type { ObjectStore } from './objectStore.ts';

/** Source: TRUST U4. */
const MAX_PIXELS = 50_000_000;
export const MAX_PICTURE_BYTES = 25 * 1024 * 1024;
/** The WebP format ends here. */
const MAX_SIDE = 16_383;
/** From looking at photos and drawings side by side: below it skies and skin begin to band. */
const WEBP = { quality: 78, effort: 4 } as const;
/** Of a picture that is kept in its own format; nobody sees the difference. */
const KEPT_QUALITY = 92;

// Of all that the picture library reads (SVG, PDF, TIFF and scripts among them) only these four are let in, whatever
// a file calls itself: it judges by content.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] });

export interface PictureInfo {
  /** Text for those who can't see it; empty for a decoration. */
  alt: string;
  credit?: string | undefined;
  /** Where the file came from, for the record. */
  source?: string | undefined;
}

/** Key in the object store of one variant. */
export function pictureKey(id: string, width: number): string {
  return `pictures/${id.slice(0, 2)}/${id}/${width}.webp`;
}

/**
 * Keeps a picture as WebP in every width of IMAGE_WIDTHS that it has, upright and without metadata, and answers how
 * components refer to it. The id comes from the bytes: the same file again is the same picture and costs a look-up.
 * Files are stored before the row, so a row always has its files.
 * Throws `unsupported_media_type` unless the content is JPEG, PNG, WebP or AVIF, `payload_too_large` above
 * MAX_PICTURE_BYTES or 50 million pixels, `invalid_input` when it is broken or too long for WebP.
 */
export async function addPicture(
  { db, store }: { db: Db; store: ObjectStore }, bytes: Uint8Array, info: PictureInfo,
): Promise<ImageRef> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new PortalError('payload_too_large', 'A picture may have at most 25 MB.');
  const sha256 = createHash('sha256').update(bytes).digest();
  const id = uuidOf(sha256);
  const known = await db.selectFrom('pictures').select(['width', 'height', 'widths']).where('id', '=', id).executeTakeFirst();
  if (known && (await hasAllFiles(store, id, known.widths))) return imageRef(id, known, info);

  const picture = await measure(bytes);
  for (const width of picture.widths) await store.put(pictureKey(id, width), await variant(bytes, width));
  await db.insertInto('pictures')
    .values({ id, sha256, ...picture, credit: info.credit ?? null, source: info.source ?? null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return imageRef(id, picture, info);
}

let lastCleaning: Promise<unknown> = Promise.resolve();

/**
 * The same picture in the same format, upright, without metadata and without anything that was hidden behind it; one after the
 * other, because each takes some hundred megabytes of memory at its largest. Throws as `addPicture` does.
 */
export function cleanedPicture(bytes: Uint8Array): Promise<Buffer> {
  const cleaning = lastCleaning.then(() => cleaned(bytes));
  lastCleaning = cleaning.catch(() => {});
  return cleaning;
}

async function cleaned(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > MAX_PICTURE_BYTES) throw new PortalError('payload_too_large', 'A picture may have at most 25 MB.');
  return decoded(bytes, (picture) => picture.autoOrient().jpeg({ quality: KEPT_QUALITY, force: false }).webp({ quality: KEPT_QUALITY, force: false }).toBuffer());
}

interface Measures {
  width: number;
  height: number;
  widths: number[];
}

function imageRef(id: string, { width, height, widths }: Measures, { alt, credit }: PictureInfo): ImageRef {
  return { id, alt, width, height, widths, ...(credit ? { credit } : {}) };
}

async function hasAllFiles(store: ObjectStore, id: string, widths: number[]): Promise<boolean> {
  const present = await Promise.all(widths.map((width) => store.has(pictureKey(id, width))));
  return present.every(Boolean);
}

/** A UUID of version 8 made of the digest's first 16 bytes. Source: RFC 9562. */
function uuidOf(digest: Buffer): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** What `work` makes of the decoded picture. Throws PortalError when there is no decoding it. */
async function decoded<Result>(bytes: Uint8Array, work: (picture: Sharp) => Promise<Result>): Promise<Result> {
  try {
    return await work(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }));
  } catch (error) {
    throw refusal(error as Error);
  }
}

/** Size as seen, that is after the rotation that a camera noted. */
async function measure(bytes: Uint8Array): Promise<Measures> {
  const { autoOrient: { width, height } } = await decoded(bytes, (picture) => picture.metadata());
  const fitting = IMAGE_WIDTHS.filter((candidate) => candidate <= width);
  const widths = fitting.length > 0 ? [...fitting] : [width];
  if (widths.some((candidate) => (candidate * height) / width > MAX_SIDE))
    throw new PortalError('invalid_input', 'The picture is too long for its width.');
  return { width, height, widths };
}

function variant(bytes: Uint8Array, width: number): Promise<Buffer> {
  return decoded(bytes, (picture) => picture.autoOrient().resize({ width }).webp(WEBP).toBuffer());
}

function refusal(cause: Error): PortalError {
  if (cause.message.includes('unsupported image format'))
    return new PortalError('unsupported_media_type', 'A picture must be a JPEG, PNG, WebP or AVIF file.', { cause });
  if (cause.message.includes('pixel limit')) return new PortalError('payload_too_large', 'A picture may have at most 50 million pixels.', { cause });
  return new PortalError('invalid_input', 'The picture can not be read. It may be damaged.', { cause });
}
