import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MAX_FORM_FILE_BYTES } from '@portico/contracts/formFields';
import type { FormFile } from '@portico/contracts/forms';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { found, PortalError } from '../../errors.ts';
import { assertSpace, lockFiles, receiveFile, tooLarge, type ReceivedFile } from '../../media/files/files.ts';
import type { ObjectStore } from '../../media/store/objectStore.ts';
import { findForm } from './forms.queries.ts';
import { uploadsOf, type UploadField } from './submission.ts';

/** Of one entry that has not been sent in, all its fields together. Source: TRUST U6. */
export const MAX_ENTRY_FILES = 50;
export const MAX_ENTRY_BYTES = 100 * 1024 * 1024;
const DAY_MS = 24 * 3_600_000;
/** Files that nothing names stay so long, so that what was discarded can be had back. */
const UNUSED_FOR_MS = DAY_MS;
const AT_ONCE = 1000;

/** Key in the object store; nothing that readers are shown lies below it. */
export const formFileKey = (fileId: string): string => `forms/${fileId.slice(0, 2)}/${fileId}`;

interface FileParts {
  db: Db;
  store: ObjectStore;
  /** Of all files that the portal keeps, and of those that one person has given. */
  quota: { bytes: number; perPersonBytes: number };
}

interface Upload {
  formId: string;
  /** Alias of the field. */
  field: string;
  fileName: string;
  /** In bytes, as far as the sender says. */
  length: number | undefined;
  stream: () => Readable;
}

/**
 * Takes in a file for a field of a form, whose formats and size it has to have. It waits, for a day after anything named it last,
 * to be sent in. Throws as `receiveFile` does; `insufficient_storage` when a quota is used up; `conflict` when the entry has as
 * many files as it may have; `not_found` and `invalid_input` for a form and a field that the reader can not see.
 */
export async function addFormFile(
  parts: FileParts,
  reader: Reader,
  { formId, field: alias, fileName, length, stream }: Upload,
): Promise<FormFile> {
  const field = await findUploadField(parts.db, reader, formId, alias);
  const maxBytes = field.maxBytes ?? MAX_FORM_FILE_BYTES;
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
  const owner = { userId: reader.id, formId };
  // Before it arrives: what has no room anyway is not waited for.
  await assertOwnRoom(parts.db, owner, Math.max(length ?? 1, 1), parts.quota.perPersonBytes);
  return receiveFile(parts.store, { stream, fileName, maxBytes, formats: field.formats }, (file) =>
    keep(parts, { ...owner, field: alias, now: reader.now }, file),
  );
}

async function findUploadField(db: Db, reader: Reader, formId: string, alias: string): Promise<UploadField> {
  const { form, savedForm } = found(await findForm(db, reader, formId), 'form');
  const field = [savedForm, form].flatMap((one) => (one ? uploadsOf(one) : [])).find((one) => one.alias === alias);
  if (!field) throw new PortalError('invalid_input', 'The form has no such field for files.');
  return field;
}

/** File before row, so that a row always has its file; under the lock of all files, so that the quotas hold for all at once. */
function keep(
  { db, quota }: FileParts,
  { userId, formId, field, now }: { userId: string; formId: string; field: string; now: Date },
  { staged, sha256, format, mediaType, fileName }: ReceivedFile,
): Promise<FormFile> {
  const id = randomUUID();
  return db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    await assertOwnRoom(trx, { userId, formId }, staged.size, quota.perPersonBytes);
    await assertSpace(trx, staged.size, quota.bytes);
    await staged.keep(formFileKey(id));
    await trx
      .insertInto('form_files')
      .values({
        id,
        user_id: userId,
        form_id: formId,
        field,
        file_name: fileName,
        format,
        media_type: mediaType,
        bytes: staged.size,
        sha256,
        created_at: now,
        unused_since: now.toISOString(),
      })
      .execute();
    return { id, fileName, bytes: staged.size, format };
  });
}

/** Throws `conflict` and `insufficient_storage`. */
async function assertOwnRoom(
  db: Db,
  { userId, formId }: { userId: string; formId: string },
  bytes: number,
  perPersonBytes: number,
): Promise<void> {
  const {
    rows: [row],
  } = await sql<{ files: number; waiting: string; all: string }>`
    select count(*) filter (where form_id = ${formId} and entry_id is null)::int as files,
      coalesce(sum(bytes) filter (where form_id = ${formId} and entry_id is null), 0) as waiting, coalesce(sum(bytes), 0) as all
    from form_files where user_id = ${userId}`.execute(db);
  const used = row!;
  if (used.files >= MAX_ENTRY_FILES)
    throw new PortalError('conflict', `An entry may have at most ${MAX_ENTRY_FILES} files.`);
  if (Number(used.waiting) + bytes > MAX_ENTRY_BYTES)
    throw new PortalError('payload_too_large', 'The files of an entry may have at most 100 MB.');
  if (Number(used.all) + bytes > perPersonBytes)
    throw new PortalError('insufficient_storage', 'There is no room left for your files. Please ask the support desk.');
}

/** Throws `not_found` unless the person has uploaded it for this form and not sent it in. */
export async function removeFormFile(
  { db, store }: Pick<FileParts, 'db' | 'store'>,
  { userId, formId, fileId }: { userId: string; formId: string; fileId: string },
): Promise<void> {
  const removed = await db
    .deleteFrom('form_files')
    .where('id', '=', fileId)
    .where('user_id', '=', userId)
    .where('form_id', '=', formId)
    .where('entry_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  await store.delete(formFileKey(found(removed, 'file').id));
}

/** What serving a file needs to know of it. */
export interface ServedFormFile {
  id: string;
  formId: string;
  entryId: string | null;
  fileName: string;
  mediaType: string;
  bytes: number;
  isOwn: boolean;
}

/** A file that the person has given; for editors also what others have sent in. Undefined for all others. */
export async function findFormFile(
  db: Db,
  person: { id: string; isEditor: boolean },
  fileId: string,
): Promise<ServedFormFile | undefined> {
  const {
    rows: [row],
  } = await sql<ServedFormFile>`
    select id, form_id as "formId", entry_id as "entryId", file_name as "fileName", media_type as "mediaType", bytes, user_id = ${person.id} as "isOwn"
    from form_files where id = ${fileId} and (user_id = ${person.id} or (${person.isEditor} and entry_id is not null))`.execute(
    db,
  );
  return row;
}

/** Removes files that nothing has named for a day, and objects without a row, which a crash between the two leaves. Source: TRUST U6, U7. */
export async function sweepFormFiles({ db, store }: Pick<FileParts, 'db' | 'store'>, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      delete from form_files where id in (select id from form_files where unused_since < ${new Date(now.getTime() - UNUSED_FOR_MS)} limit ${AT_ONCE}) and entry_id is null
      returning id`.execute(db);
    for (const { id } of rows) await store.delete(formFileKey(id));
    if (rows.length < AT_ONCE) break;
  }
  // Of the machine's clock, as the times of objects are; longer than any upload takes.
  const settled = new Date(Date.now() - DAY_MS);
  for await (const { key, lastModified } of store.list('forms')) {
    if (lastModified >= settled) continue;
    const id = key.split('/').at(-1)!;
    const isKnown =
      z.safeParse(z.uuid(), id).success &&
      (await db.selectFrom('form_files').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
    if (!isKnown) await store.delete(key);
  }
}
