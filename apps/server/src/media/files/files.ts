import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql, type Transaction } from 'kysely';
import type { DocumentFormat } from '@portico/contracts/media';
import type { Db } from '../../db/pool.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { cleanedPicture } from '../pictures/cleanedPicture.ts';
import { assertContent } from './fileContent.ts';
import { fileFormats, formatOfExtension } from './fileFormats.ts';
import { safeFileName } from './fileName.ts';
import type { ObjectStore, StagedObject } from '../store/objectStore.ts';

/** Source: TRUST U4. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

const WITHOUT_TEXT: DocumentFormat[] = ['PNG', 'JPEG', 'WEBP', 'MP4', 'WEBM'];
const READING_ATTEMPTS = 8;

/** What the details of a document or asset say of its file. */
export interface StoredFile {
  fileId: string;
  format: DocumentFormat;
  bytes: number;
  /** Tame: safe to offer for saving. */
  fileName: string;
}

interface FileParts {
  db: Db;
  store: ObjectStore;
  /** How much all files together may take; absent for no limit. Source: TRUST U6. */
  quotaBytes?: number | undefined;
}

/** Key in the object store. The same bytes are the same object, whatever they are called. */
export function fileKey(sha256: Uint8Array): string {
  const digest = Buffer.from(sha256).toString('hex');
  return `files/${digest.slice(0, 2)}/${digest}`;
}

/**
 * Takes a file in as `receiveFile` does and keeps it with its row; a job reads its text. The same file again is the same row
 * and costs nothing more. Throws as that does, and `insufficient_storage` when the quota is used up; ENOENT as it is for a
 * path that is not there.
 */
export function addFile(
  parts: FileParts,
  source: { stream: Readable; fileName: string } | { path: string; fileName: string },
): Promise<StoredFile> {
  const stream = 'path' in source ? () => createReadStream(source.path) : () => source.stream;
  return receiveFile(parts.store, { stream, fileName: source.fileName, maxBytes: MAX_FILE_BYTES }, async (file) => {
    const fileId = await keep(parts, file);
    return { fileId, format: file.format, bytes: file.staged.size, fileName: file.fileName };
  });
}

interface Arrived {
  staged: StagedObject;
  sha256: Buffer;
}

/** A file that has been looked at and is not kept yet. */
export interface ReceivedFile extends Arrived {
  format: DocumentFormat;
  /** With the character set of texts. */
  mediaType: string;
  /** Tame: safe to offer for saving. */
  fileName: string;
}

interface Incoming {
  /** Called once the name is found to be in order. */
  stream: () => Readable;
  fileName: string;
  maxBytes: number;
  /** Those that are taken; all that the portal keeps unless given. */
  formats?: DocumentFormat[] | undefined;
}

/**
 * Streams a file aside while its digest is made, looks at it and hands it to `use`, which may keep what was staged. Pictures are
 * written anew, without what their camera told. Throws `payload_too_large` above `maxBytes` or when an archive holds too much,
 * `unsupported_media_type` when name and content don't agree on one of the formats, `invalid_input` for a name that hides
 * something or a damaged file.
 */
export async function receiveFile<Result>(
  store: ObjectStore,
  incoming: Incoming,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const { fileName, extension } = safeFileName(incoming.fileName);
  const format = formatOfExtension(extension);
  if (!format || !(incoming.formats?.includes(format) ?? true))
    throw new PortalError('unsupported_media_type', `Files that end in .${extension} are not taken.`);
  const arrived = await stageWithDigest(store, incoming.stream(), incoming.maxBytes);
  let kept = arrived;
  try {
    if (arrived.staged.size === 0) throw new PortalError('invalid_input', 'The file is empty.');
    const { charset } = await assertContent(arrived.staged, format);
    if (format === 'PNG' || format === 'JPEG' || format === 'WEBP')
      kept = await cleanedPicture(arrived.staged, (cleaned) => stageWithDigest(store, cleaned, MAX_FILE_BYTES));
    const { mediaType } = fileFormats[format];
    return await use({
      ...kept,
      fileName,
      format,
      mediaType: charset ? `${mediaType}; charset=${charset}` : mediaType,
    });
  } finally {
    await arrived.staged.discard();
    await kept.staged.discard();
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
  const [fed, taken] = await Promise.allSettled([pipeline(stream, counted), store.stage(counted)]);
  if (fed.status === 'rejected') {
    if (taken.status === 'fulfilled') await taken.value.discard();
    throw fed.reason;
  }
  if (taken.status === 'rejected') throw taken.reason;
  return { staged: taken.value, sha256: hash.digest() };
}

export function tooLarge(maxBytes: number): PortalError {
  const limit =
    maxBytes >= 2 ** 20 ? `${Math.floor(maxBytes / 2 ** 20)} MB` : `${maxBytes.toLocaleString('en-US')} bytes`;
  return new PortalError('payload_too_large', `A file may have at most ${limit}.`);
}

/**
 * File before row, so that a row always has its file; under the lock that sweepFiles takes too, so that none is taken for
 * one that nobody needs, and so that the quota holds for all who add at the same time.
 */
function keep(
  { db, store, quotaBytes }: FileParts,
  { staged, sha256, format, mediaType }: ReceivedFile,
): Promise<string> {
  const key = fileKey(sha256);
  return db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    const known = await trx
      .updateTable('files')
      .set({ added_at: sql`now()` })
      .where('sha256', '=', sha256)
      .where('format', '=', format)
      .returning('id')
      .executeTakeFirst();
    if (!known && quotaBytes !== undefined) await assertSpace(trx, staged.size, quotaBytes);
    if (!known || !(await store.has(key))) await staged.keep(key);
    if (known) return known.id;
    const hasText = !WITHOUT_TEXT.includes(format);
    const { id } = await trx
      .insertInto('files')
      .values({ sha256, bytes: staged.size, format, media_type: mediaType, state: hasText ? 'Pending' : 'Read' })
      .returning('id')
      .executeTakeFirstOrThrow();
    // One after the other: a large file keeps a processor busy for a while.
    if (hasText)
      await addJob(
        trx,
        'read-file',
        { fileId: id },
        { key: `read-file:${id}`, queue: 'read-file', maxAttempts: READING_ATTEMPTS },
      );
    return id;
  });
}

/** Keeps others from adding and removing files until the transaction ends. */
export async function lockFiles(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portico files'))`.execute(trx);
}

/** Throws `insufficient_storage` when all files together would take more than the quota. Only under `lockFiles`. */
export async function assertSpace(trx: Transaction<DB>, bytes: number, quotaBytes: number): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ used: string }>`
    select (select coalesce(sum(bytes), 0) from files) + (select coalesce(sum(bytes), 0) from form_files) as used`.execute(
    trx,
  );
  if (Number(row!.used) + bytes > quotaBytes)
    throw new PortalError(
      'insufficient_storage',
      'There is no room left for this file. What is there can still be read.',
    );
}
