import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { sql, type Transaction } from 'kysely';
import type { DocumentFormat } from '@portico/contracts/media';
import type { Db } from '../db/pool.ts';
import type { DB } from '../db/schema.generated.ts';
import { PortalError } from '../http/errors.ts';
import { addJob } from '../jobs/queue.ts';
import { assertContent } from './fileContent.ts';
import { fileFormats, formatOfExtension } from './fileFormats.ts';
import { tameFileName } from './fileName.ts';
import type { ObjectStore, StagedObject } from './objectStore.ts';
import { cleanedPicture } from './pictures.ts';

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
 * Takes a file in: it is streamed aside while its digest is made, looked at, and kept with its row; a job reads its text. The
 * same file again is the same row and costs nothing more. Pictures are written anew, without what their camera told.
 * Throws `payload_too_large` above MAX_FILE_BYTES or when an archive holds too much, `unsupported_media_type` when name and
 * content don't agree on one of the formats, `invalid_input` for a name that hides something or a damaged file,
 * `insufficient_storage` when the quota is used up; ENOENT as it is for a path that is not there.
 */
export async function addFile(parts: FileParts, source: { stream: Readable; fileName: string } | { path: string; fileName: string }): Promise<StoredFile> {
  const { fileName, extension } = tameFileName(source.fileName);
  const format = formatOfExtension(extension);
  if (!format) throw new PortalError('unsupported_media_type', `Files that end in .${extension} are not taken.`);
  const arrived = await stageWithDigest(parts.store, 'path' in source ? createReadStream(source.path) : source.stream);
  let kept = arrived;
  try {
    if (arrived.staged.size === 0) throw new PortalError('invalid_input', 'The file is empty.');
    const { charset } = await assertContent(arrived.staged, format);
    if (format === 'PNG' || format === 'JPEG' || format === 'WEBP')
      kept = await stageWithDigest(parts.store, Readable.from([await cleanedPicture(await buffer(arrived.staged.stream()))]));
    const { mediaType } = fileFormats[format];
    const fileId = await keep(parts, kept, { format, mediaType: charset ? `${mediaType}; charset=${charset}` : mediaType });
    return { fileId, format, bytes: kept.staged.size, fileName };
  } finally {
    await arrived.staged.discard();
    await kept.staged.discard();
  }
}

interface Arrived {
  staged: StagedObject;
  sha256: Buffer;
}

async function stageWithDigest(store: ObjectStore, stream: Readable): Promise<Arrived> {
  const hash = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > MAX_FILE_BYTES) return done(new PortalError('payload_too_large', 'A file may have at most 50 MB.'));
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

/**
 * File before row, so that a row always has its file; under the lock that sweepFiles takes too, so that none is taken for
 * one that nobody needs, and so that the quota holds for all who add at the same time.
 */
function keep({ db, store, quotaBytes }: FileParts, { staged, sha256 }: Arrived, { format, mediaType }: { format: DocumentFormat; mediaType: string }): Promise<string> {
  const key = fileKey(sha256);
  return db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    const known = await trx.updateTable('files').set({ added_at: sql`now()` })
      .where('sha256', '=', sha256).where('format', '=', format).returning('id').executeTakeFirst();
    if (!known && quotaBytes !== undefined) await assertRoom(trx, staged.size, quotaBytes);
    if (!known || !(await store.has(key))) await staged.keep(key);
    if (known) return known.id;
    const hasText = !WITHOUT_TEXT.includes(format);
    const { id } = await trx.insertInto('files').values({ sha256, bytes: staged.size, format, media_type: mediaType, state: hasText ? 'Pending' : 'Read' })
      .returning('id').executeTakeFirstOrThrow();
    // One after the other: a large file keeps a processor busy for a while.
    if (hasText) await addJob(trx, 'read-file', { fileId: id }, { key: `read-file:${id}`, queue: 'read-file', maxAttempts: READING_ATTEMPTS });
    return id;
  });
}

export async function lockFiles(trx: Transaction<DB>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('portico files'))`.execute(trx);
}

async function assertRoom(trx: Transaction<DB>, bytes: number, quotaBytes: number): Promise<void> {
  const { rows: [row] } = await sql<{ used: string }>`select coalesce(sum(bytes), 0) as used from files`.execute(trx);
  if (Number(row!.used) + bytes > quotaBytes)
    throw new PortalError('insufficient_storage', 'There is no room left for this file. What is there can still be read.');
}
