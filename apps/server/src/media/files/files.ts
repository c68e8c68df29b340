import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { fileFormats, formatOfExtension, successorOf } from '@portico/kinds/fileFormats';
import { MAX_FILE_BYTES, type DocumentFormat } from '@portico/kinds/media';
import type { Db } from '../../db/pool.ts';
import { BigInteger, readRowOrThrow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { READER_VERSION } from './readerVersion.ts';
import { cleanedPicture } from '../pictures/cleanedPicture.ts';
import { assertContent } from './fileContent.ts';
import { safeFileName } from './fileName.ts';
import { lockFiles } from '../../db/lockFiles.ts';
import type { ObjectStore, StagedObject } from '../store/objectStore.ts';
import type { NewScan, ScanUpload } from '../scanning/scanUpload.ts';

const PICTURES: DocumentFormat[] = ['PNG', 'JPEG', 'WEBP'];
const WITHOUT_TEXT: DocumentFormat[] = [...PICTURES, 'MP4', 'WEBM'];
const READING_ATTEMPTS = 8;

/** The file in the details of a document or asset. */
export interface StoredFile {
  fileId: string;
  format: DocumentFormat;
  bytes: number;
  /** Sanitized: safe to offer for download. */
  fileName: string;
}

interface FileParts {
  db: Db;
  store: ObjectStore;
  /** The limit for all files together; absent if unlimited. Source: TRUST U6. */
  quotaBytes?: number | undefined;
  /** If absent, the file is stored unscanned. */
  scan?: ScanUpload | undefined;
}

/** The key in the object store. The same bytes are the same object, whatever their name. */
export function fileKey(sha256: Uint8Array): string {
  const digest = Buffer.from(sha256).toString('hex');
  return `files/${digest.slice(0, 2)}/${digest}`;
}

/** The key in the object store, which is never shared with a file that readers can open. */
export const formFileKey = (fileId: string): string => `forms/${fileId.slice(0, 2)}/${fileId}`;

/**
 * Receives a file as `receiveFile` does and stores it with its row; a job reads its text. Adding the same file again
 * returns the same row and takes no space. Throws as `receiveFile` does, `insufficient_storage` if the quota is used
 * up, and ENOENT for a missing path.
 */
export function addFile(
  parts: FileParts,
  source: ({ stream: Readable } | { path: string }) & Pick<Incoming, 'fileName' | 'sha256'>,
): Promise<StoredFile> {
  const stream = 'path' in source ? () => createReadStream(source.path) : () => source.stream;
  const { fileName, sha256 } = source;
  return receiveFile(
    parts.store,
    { stream, fileName, maxBytes: MAX_FILE_BYTES, scan: parts.scan, sha256 },
    async (file): Promise<StoredFile> => {
      const fileId = await storeFile(parts, file);
      return { fileId, format: file.format, bytes: file.staged.size, fileName: file.fileName };
    },
  );
}

interface Arrived {
  staged: StagedObject;
  sha256: Buffer;
}

/** A file that has been checked but not stored yet. */
export interface ReceivedFile extends Arrived {
  format: DocumentFormat;
  /** Including the character set of texts. */
  mediaType: string;
  /** Sanitized: safe to offer for download. */
  fileName: string;
  scan: NewScan;
}

interface Incoming {
  /** Called once the name is accepted. */
  stream: () => Readable;
  fileName: string;
  maxBytes: number;
  /** The accepted formats; all by default. */
  formats?: DocumentFormat[] | undefined;
  scan?: ScanUpload | undefined;
  /** In hexadecimal, of a file that a portal has stored before: it is kept byte for byte, or rejected if it differs. */
  sha256?: string | undefined;
}

/** Why files whose names end so are not accepted. */
export function rejectionOf(extension: string): string {
  const successor = successorOf(extension);
  return successor === undefined
    ? `Files ending in .${extension} are not accepted.`
    : `Files ending in .${extension} are of an old kind and not accepted. Please save the file as ${successor} and add that.`;
}

/**
 * Stages a file while computing its digest, checks it and passes it to `use`, which may store it. Pictures are
 * reencoded without metadata, unless they come with the digest that they had in a portal. Throws `payload_too_large`
 * above `maxBytes` or if an archive is too large unpacked, `unsupported_media_type` if name and content do not agree on
 * an accepted format, `invalid_input` for a deceptive name or a damaged file, and whatever `scan` throws.
 */
export async function receiveFile<Result>(
  store: ObjectStore,
  incoming: Incoming,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const { fileName, extension } = safeFileName(incoming.fileName);
  const format = formatOfExtension(extension);
  if (!format || !(incoming.formats?.includes(format) ?? true))
    throw new PortalError('unsupported_media_type', rejectionOf(extension));
  const arrived = await stageWithDigest(store, incoming.stream(), incoming.maxBytes);
  let cleaned = arrived;
  try {
    if (arrived.staged.size === 0) throw new PortalError('invalid_input', 'The file is empty.');
    if (incoming.sha256 !== undefined && incoming.sha256 !== arrived.sha256.toString('hex'))
      throw new PortalError('invalid_input', 'The file is not the one that was exported: it was changed or damaged.');
    const { charset } = await assertContent(arrived.staged, format);
    const { staged } = arrived;
    const scan = (await incoming.scan?.({ stream: () => staged.stream(), fileName, bytes: staged.size })) ?? null;
    if (PICTURES.includes(format) && incoming.sha256 === undefined)
      cleaned = await cleanedPicture(arrived.staged, (data) => stageWithDigest(store, data, MAX_FILE_BYTES));
    const { mediaType } = fileFormats[format];
    return await use({
      ...cleaned,
      fileName,
      format,
      scan,
      mediaType: charset ? `${mediaType}; charset=${charset}` : mediaType,
    });
  } finally {
    await arrived.staged.discard();
    await cleaned.staged.discard();
  }
}

async function stageWithDigest(store: ObjectStore, stream: Readable, maxBytes: number): Promise<Arrived> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) return done(tooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const [fed, stored] = await Promise.allSettled([pipeline(stream, counted), store.stage(counted)]);
  if (fed.status === 'rejected') {
    if (stored.status === 'fulfilled') await stored.value.discard();
    throw fed.reason;
  }
  if (stored.status === 'rejected') throw stored.reason;
  return { staged: stored.value, sha256: hash.digest() };
}

export function tooLarge(maxBytes: number): PortalError {
  const limit =
    maxBytes >= 2 ** 20 ? `${Math.floor(maxBytes / 2 ** 20)} MB` : `${maxBytes.toLocaleString('en-US')} bytes`;
  return new PortalError('payload_too_large', `A file can be at most ${limit}.`);
}

/**
 * Stores the file before the row, so that a row always has its file, and before taking the lock that others wait for,
 * because a bucket can be slow. Inserts the row under the lock of sweepFiles, so that the file is not swept as unused
 * and the quota holds for concurrent uploads.
 */
async function storeFile(
  { db, store, quotaBytes }: FileParts,
  { staged, sha256, format, mediaType, scan }: ReceivedFile,
): Promise<string> {
  const key = fileKey(sha256);
  if (!(await store.has(key))) {
    if (quotaBytes !== undefined) await assertSpace(db, staged.size, quotaBytes);
    await staged.store(key);
  }
  return db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    const file = await trx
      .updateTable('files')
      .set({
        added_at: sql`now()`,
        ...(scan === 'Clean' ? { scan, scanned_at: sql`now()`, threat: null } : {}),
      })
      .where('sha256', '=', sha256)
      .where('format', '=', format)
      .returning(['id', 'state'])
      .executeTakeFirst();
    if (!file && quotaBytes !== undefined) await assertSpace(trx, staged.size, quotaBytes);
    // The object existed, and was swept as unused in the meantime.
    if (!(await store.has(key))) await staged.store(key);
    if (file) {
      if (file.state === 'Pending' && scan === 'Clean') await queueReading(trx, file.id, format);
      return file.id;
    }
    const { id } = await trx
      .insertInto('files')
      .values({
        sha256,
        bytes: staged.size,
        format,
        media_type: mediaType,
        state: WITHOUT_TEXT.includes(format) ? 'Read' : 'Pending',
        recognition: PICTURES.includes(format) ? 'Wanted' : null,
        scan,
        scanned_at: scan === 'Clean' ? sql`now()` : null,
        unused_since: sql`now()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (scan !== 'Waiting') await queueReading(trx, id, format);
    return id;
  });
}

/**
 * Queues reading the text of a file, if its format has any. Files are read one at a time, because a large one keeps a
 * CPU busy.
 */
export async function queueReading(db: Kysely<DB>, fileId: string, format: string): Promise<void> {
  if (WITHOUT_TEXT.some((one) => one === format)) return;
  const options = { key: `read-file:${fileId}`, queue: 'read-file', maxAttempts: READING_ATTEMPTS };
  await addJob(db, 'read-file', { fileId }, options);
}

/** Queues up to `limit` files that were read by an earlier version of the reader. */
export async function queueOutdated(db: Db, limit: number): Promise<void> {
  const outdated = await db
    .selectFrom('files')
    .select(['id', 'format'])
    .where('state', '<>', 'Pending')
    .where((is) => is.or([is('scan', 'is', null), is('scan', '=', 'Clean')]))
    .where('format', 'not in', WITHOUT_TEXT)
    .where('reader', '<', READER_VERSION)
    .orderBy('id')
    .limit(limit)
    .execute();
  for (const { id, format } of outdated) await queueReading(db, id, format);
}

const UsedSpace = z.object({ used: BigInteger });

/** The size of all documents and form files, which the quota limits. */
export async function countStoredBytes(db: Db): Promise<number> {
  const { used } = await readRowOrThrow(
    db,
    UsedSpace,
    sql`select (select coalesce(sum(bytes), 0) from files) + (select coalesce(sum(bytes), 0) from form_files) as used`,
  );
  return Number(used);
}

/** Throws `insufficient_storage` if all files together would exceed the quota; reliable under `lockFiles`. */
export async function assertSpace(db: Kysely<DB>, bytes: number, quotaBytes: number): Promise<void> {
  if ((await countStoredBytes(db)) + bytes > quotaBytes)
    throw new PortalError(
      'insufficient_storage',
      'There is no storage left for this file. Existing files remain available.',
    );
}
