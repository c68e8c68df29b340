import { Readable, Transform } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { MAX_PICTURE_BYTES, type ImageRef } from '@portico/kinds/media';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import { readRow } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { addFile, tooLarge } from '../../../media/files/files.ts';
import { recordUpload } from '../../../media/library/recordUse.ts';
import { drawInBackground } from '../../../media/pictures/drawInBackground.ts';
import { addPicture } from '../../../media/pictures/pictures.ts';
import { wholeStream } from '../../../media/process/wholeStream.ts';
import { pictureScannerFor, uploadScannerFor } from '../../../media/scanning/scanUpload.ts';
import { isUsable } from '../mediaDesk/mediaDesk.queries.ts';
import type { Chooser } from '../studioItems.queries.ts';

type Parts = Pick<Dependencies, 'db' | 'store' | 'config' | 'scanner' | 'logger'>;

/** A file that has arrived, or is arriving. */
interface ArrivingFile {
  stream: Readable;
  fileName: string;
}

interface Stored<Media> {
  media: Media;
  /** Whether the library had the same content, as far as this person may use it. */
  isKnown: boolean;
}

/** Scans and stores a picture, and records who uploaded it. Throws as the scanner and `addPicture` do. */
export async function storePicture(
  parts: Parts,
  { stream, fileName }: ArrivingFile,
  by: Chooser,
): Promise<Stored<ImageRef>> {
  const { db, store } = parts;
  const userId = by.actor.id;
  const bytes = await wholeStream(limited(stream, MAX_PICTURE_BYTES));
  const scan = pictureScannerFor(userId, parts);
  await scan({ stream: () => Readable.from([bytes]), fileName, bytes: bytes.length });
  const media = await addPicture({ db, store, draw: drawInBackground }, bytes, {
    alt: '',
    source: `studio: ${fileName}`,
  });
  const isKnown = await isInLibrary(db, media.id, by);
  await recordUpload(db, { id: media.id, fileName, bytes: bytes.length, userId, now: by.actor.now });
  await audit(db, {
    actorId: userId,
    action: 'picture.uploaded',
    objectKind: 'picture',
    objectId: media.id,
    details: { fileName },
  });
  return { media, isKnown };
}

/** Scans and stores a file of the library, and records who uploaded it. Throws as `addFile` does. */
export async function storeFile(parts: Parts, file: ArrivingFile, by: Chooser): Promise<Stored<StudioFile>> {
  const { db, store, config } = parts;
  const userId = by.actor.id;
  const { fileId, fileName, format, bytes } = await addFile(
    { db, store, quotaBytes: config.FILES_QUOTA_BYTES, scan: uploadScannerFor(userId, parts) },
    file,
  );
  const isKnown = await isInLibrary(db, fileId, by);
  await recordUpload(db, { id: fileId, fileName, bytes, userId, now: by.actor.now });
  await audit(db, {
    actorId: userId,
    action: 'file.uploaded',
    objectKind: 'file',
    objectId: fileId,
    details: { fileName, bytes },
  });
  return { media: { fileId, fileName, format, bytes }, isKnown };
}

/** What nobody has uploaded or used was stored just now, or its earlier upload was interrupted. */
async function isInLibrary(db: Db, mediaId: string, by: Chooser): Promise<boolean> {
  const known = await readRow(
    db,
    z.object({ id: z.uuid() }),
    sql`
      select media.id from search_media media where media.id = ${mediaId} and media.deleted_at is null and ${isUsable(by)}
        and (exists (select from search_media_uploads own where own.media_id = media.id)
          or exists (select from search_media_uses own where own.media_id = media.id))`,
  );
  return known !== undefined;
}

/** The stream, failing with `payload_too_large` beyond this many bytes. */
function limited(stream: Readable, maxBytes: number): Readable {
  let bytes = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  stream.once('error', (error) => counting.destroy(error));
  counting.once('close', () => stream.destroy());
  return stream.pipe(counting);
}
