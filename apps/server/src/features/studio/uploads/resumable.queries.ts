import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import type { CallInput, CallResult } from '@portico/contracts/endpoint';
import {
  MAX_UPLOADS,
  MAX_UPLOADS_BYTES,
  UPLOAD_KEPT_DAYS,
  uploadLimitsOf,
  type startUploads,
  type StudioUpload,
} from '@portico/contracts/studio/uploads';
import { DocumentFormat } from '@portico/kinds/media';
import type { Db } from '../../../db/pool.ts';
import { readRow, readRows } from '../../../db/rows.ts';
import { PortalError } from '../../../errors.ts';
import { rejectionOf, tooLarge } from '../../../media/files/files.ts';
import { safeFileName } from '../../../media/files/fileName.ts';

const UploadRow = z.object({
  id: z.uuid(),
  fileName: z.string(),
  bytes: z.int(),
  lastModified: z.int(),
  received: z.int(),
  chunks: z.array(z.string()),
  mediaId: z.nullable(z.uuid()),
  isKnown: z.boolean(),
  format: z.nullable(DocumentFormat),
  fileBytes: z.nullable(z.int()),
});
export type UploadRow = z.infer<typeof UploadRow>;

/** Whose uploads, and when. */
interface Uploader {
  userId: string;
  now: Date;
}

const columns = sql`upload.id, upload.file_name as "fileName", upload.bytes, upload.last_modified::float8 as "lastModified", upload.received,
  upload.chunks, upload.media_id as "mediaId", upload.is_known as "isKnown", file.format, file.bytes as "fileBytes"`;
const uploads = sql`studio_uploads upload left join files file on file.id = upload.media_id`;
/** A finished picture needs nothing more; of a finished file, a document is made. */
const isOpen = sql`(upload.media_id is null or file.id is not null)`;

/** Uploads that changed before are removed, and not found until then. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - UPLOAD_KEPT_DAYS * DAY_MS);

const isOwn = ({ userId, now }: Uploader): RawBuilder<boolean> =>
  sql`(upload.user_id = ${userId} and upload.changed_at > ${keptSince(now)})`;

export function toUpload(row: UploadRow): StudioUpload {
  const { id, fileName, bytes, lastModified, received, mediaId, isKnown, format, fileBytes } = row;
  const file =
    mediaId === null || format === null || fileBytes === null
      ? null
      : { fileId: mediaId, fileName, format, bytes: fileBytes };
  return {
    id,
    fileName,
    bytes,
    lastModified,
    received,
    media: mediaId === null ? null : { id: mediaId, isKnown, file },
  };
}

export const findUpload = (db: Db, id: string, by: Uploader): Promise<UploadRow | undefined> =>
  readRow(db, UploadRow, sql`select ${columns} from ${uploads} where upload.id = ${id} and ${isOwn(by)}`);

export const listOpenUploads = (db: Db, by: Uploader): Promise<UploadRow[]> =>
  readRows(
    db,
    UploadRow,
    sql`select ${columns} from ${uploads} where ${isOwn(by)} and ${isOpen} order by upload.started_at, upload.id`,
  );

type NewFile = CallInput<typeof startUploads>['body']['files'][number];
type Started = CallResult<typeof startUploads>['items'][number];

/** Continues or begins an upload of each file, within the limits of the person, or says why not. */
export function startOrContinue(db: Db, files: NewFile[], by: Uploader): Promise<Started[]> {
  return db.transaction().execute(async (trx) => {
    // The limits hold for two tabs that begin at once.
    await sql`select pg_advisory_xact_lock(hashtext('portico uploads'), hashtext(${by.userId}))`.execute(trx);
    const open = (await listOpenUploads(trx, by)).map(toUpload);
    let count = open.length;
    let bytes = open.reduce((sum, upload) => sum + upload.bytes, 0);
    const added: StudioUpload[] = [];
    const items = files.map((file): Started => {
      const named = acceptedName(file);
      if ('problem' in named) return { upload: null, problem: named.problem };
      const { fileName } = named;
      // Two files that look the same continue two uploads.
      const before = open.findIndex(
        (upload) =>
          upload.fileName === fileName && upload.bytes === file.bytes && upload.lastModified === file.lastModified,
      );
      const [known] = before < 0 ? [] : open.splice(before, 1);
      if (known) return { upload: known, problem: null };
      if (count >= MAX_UPLOADS)
        return { upload: null, problem: `At most ${MAX_UPLOADS} uploads can be unfinished at a time.` };
      if (bytes + file.bytes > MAX_UPLOADS_BYTES)
        return {
          upload: null,
          problem: `Unfinished uploads can have at most ${MAX_UPLOADS_BYTES / 2 ** 30} GB together.`,
        };
      count += 1;
      bytes += file.bytes;
      const upload = { ...file, id: randomUUID(), fileName, received: 0, media: null };
      added.push(upload);
      return { upload, problem: null };
    });
    if (added.length > 0)
      await sql`
        insert into studio_uploads (id, user_id, file_name, bytes, last_modified, started_at, changed_at)
        select id, ${by.userId}, "fileName", bytes, "lastModified", ${by.now}, ${by.now}
        from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as one (id uuid, "fileName" text, bytes integer, "lastModified" bigint)`.execute(
        trx,
      );
    return items;
  });
}

function acceptedName({ fileName, bytes }: NewFile): { fileName: string } | { problem: string } {
  try {
    const safe = safeFileName(fileName);
    const limits = uploadLimitsOf(safe.fileName);
    if (!limits) return { problem: rejectionOf(safe.extension) };
    if (bytes === 0) return { problem: 'The file is empty.' };
    return bytes > limits.maxBytes ? { problem: tooLarge(limits.maxBytes).message } : { fileName: safe.fileName };
  } catch (error) {
    if (error instanceof PortalError) return { problem: error.message };
    throw error;
  }
}

/** False if the upload has changed meanwhile, or is gone. */
export async function saveChunk(
  db: Db,
  { id, received }: Pick<UploadRow, 'id' | 'received'>,
  { key, bytes, now }: { key: string; bytes: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update studio_uploads set received = received + ${bytes}, chunks = chunks || ${key}::text, changed_at = ${now}
    where id = ${id} and received = ${received} and media_id is null`.execute(db);
  return numAffectedRows === 1n;
}

/** Records what the upload became. Of two at once, the first one counts. */
export async function finishUpload(
  db: Db,
  id: string,
  { mediaId, isKnown, now }: { mediaId: string; isKnown: boolean; now: Date },
): Promise<void> {
  await sql`
    update studio_uploads set media_id = ${mediaId}, is_known = ${isKnown}, received = bytes, chunks = '{}', changed_at = ${now}
    where id = ${id} and media_id is null`.execute(db);
}

/** Takes the upload back to its beginning, because its chunks are gone. */
export async function restartUpload(db: Db, id: string): Promise<void> {
  await sql`update studio_uploads set received = 0, chunks = '{}' where id = ${id} and media_id is null`.execute(db);
}

const Removed = z.object({ chunks: z.array(z.string()) });

/** Removes these uploads of the person; returns the keys of their chunks, or undefined if there are none. */
export async function removeUploads(db: Db, ids: string[], userId: string): Promise<string[] | undefined> {
  const removed = await readRows(
    db,
    Removed,
    sql`delete from studio_uploads where id = any(${ids}::uuid[]) and user_id = ${userId} returning chunks`,
  );
  return removed.length === 0 ? undefined : removed.flatMap(({ chunks }) => chunks);
}

/** Removes uploads of everybody that have not changed since; returns the keys of their chunks. */
export async function removeAbandoned(db: Db, since: Date): Promise<string[]> {
  const removed = await readRows(
    db,
    Removed,
    sql`delete from studio_uploads where changed_at <= ${since} returning chunks`,
  );
  return removed.flatMap(({ chunks }) => chunks);
}

/** The keys that belong to no upload. */
export async function keysWithoutUpload(db: Db, keys: string[]): Promise<string[]> {
  const unknown = await readRows(
    db,
    z.object({ key: z.string() }),
    sql`select key from unnest(${keys}::text[]) key where not exists (select from studio_uploads where key = any(chunks))`,
  );
  return unknown.map(({ key }) => key);
}
