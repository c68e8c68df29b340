import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MAX_FORM_FILE_BYTES } from '@portico/kinds/formFields';
import type { FormFile } from '@portico/contracts/formValues';
import { isDelegationInForce } from '../../sign-in/acting.ts';
import type { Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { BigInteger, readRow, readRowOrThrow } from '../../db/rows.ts';
import { found, PortalError } from '../../errors.ts';
import { assertSpace, formFileKey, receiveFile, tooLarge, type ReceivedFile } from '../../media/files/files.ts';
import { lockFiles } from '../../db/lockFiles.ts';
import { FileScan } from '../../media/scanning/fileHold.ts';
import type { ScanUpload } from '../../media/scanning/scanUpload.ts';
import { assertReadable } from '../../media/reading/assertReadable.ts';
import type { ObjectStore } from '../../media/store/objectStore.ts';
import { findForm } from './forms.queries.ts';
import { uploadsOf, type UploadField } from './submission.ts';

/** Limits of one unsubmitted entry, across all its fields. Source: TRUST U6. */
export const MAX_ENTRY_FILES = 50;
export const MAX_ENTRY_BYTES = 100 * 1024 * 1024;

interface FileDependencies {
  db: Db;
  store: ObjectStore;
  /** The limits of all files in the portal and of one person's files. */
  quota: { bytes: number; perPersonBytes: number };
  scan?: ScanUpload | undefined;
}

interface Upload {
  formId: string;
  /** Alias of the field. */
  field: string;
  fileName: string;
  /** In bytes, if the sender states it. */
  length: number | undefined;
  stream: () => Readable;
}

/**
 * Receives a file for a field of a form and checks its format, its size and that it is readable. Until its entry is
 * submitted, the file is retained for a day after its last use. Throws like `receiveFile`; `insufficient_storage` when
 * a quota is used up; `conflict` when the entry has too many files; `not_found` and `invalid_input` for a form or a
 * field that the reader cannot see.
 */
export async function addFormFile(
  dependencies: FileDependencies,
  reader: Reader,
  { formId, field: alias, fileName, length, stream }: Upload,
): Promise<FormFile> {
  const field = await findUploadField(dependencies.db, reader, formId, alias);
  const maxBytes = field.maxBytes ?? MAX_FORM_FILE_BYTES;
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
  const owner = { userId: reader.id, formId };
  // Checked before the upload, to reject files that will not fit early.
  await assertOwnRoom(dependencies.db, owner, Math.max(length ?? 1, 1), dependencies.quota.perPersonBytes);
  const incoming = { stream, fileName, maxBytes, formats: field.formats, scan: dependencies.scan };
  return receiveFile(dependencies.store, incoming, async (file) => {
    await assertReadable(file);
    return storeFormFile(dependencies, { ...owner, field: alias, now: reader.now }, file);
  });
}

async function findUploadField(db: Db, reader: Reader, formId: string, alias: string): Promise<UploadField> {
  const { form, savedForm } = found(await findForm(db, reader, formId), 'form');
  const field = [savedForm, form].flatMap((one) => (one ? uploadsOf(one) : [])).find((one) => one.alias === alias);
  if (!field) throw new PortalError('invalid_input', 'The form does not have this file field.');
  return field;
}

/**
 * Stores the file before its row, so that every row has its file, and saves the row while holding the lock on all
 * files, so that quotas are exact.
 */
async function storeFormFile(
  { db, store, quota }: FileDependencies,
  { userId, formId, field, now }: { userId: string; formId: string; field: string; now: Date },
  { staged, sha256, format, mediaType, fileName, scan }: ReceivedFile,
): Promise<FormFile> {
  const id = randomUUID();
  const assertRoom = async (db: Db) => {
    await assertOwnRoom(db, { userId, formId }, staged.size, quota.perPersonBytes);
    await assertSpace(db, staged.size, quota.bytes);
  };
  await assertRoom(db);
  await staged.store(formFileKey(id));
  const saving = db.transaction().execute(async (trx) => {
    await lockFiles(trx);
    await assertRoom(trx);
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
        scan,
        scanned_at: scan === 'Clean' ? now.toISOString() : null,
      })
      .execute();
    return { id, fileName, bytes: staged.size, format, ...(scan === 'Waiting' ? { hold: scan } : {}) };
  });
  return saving.catch(async (error: unknown) => {
    // If this fails, sweepFormFiles deletes it later.
    await store.delete(formFileKey(id)).catch(() => undefined);
    throw error;
  });
}

const UsedSpace = z.object({ files: z.int(), waiting: BigInteger, all: BigInteger });

/** Throws `conflict` and `insufficient_storage`. */
async function assertOwnRoom(
  db: Db,
  { userId, formId }: { userId: string; formId: string },
  bytes: number,
  perPersonBytes: number,
): Promise<void> {
  const used = await readRowOrThrow(
    db,
    UsedSpace,
    sql`
      select count(*) filter (where form_id = ${formId} and entry_id is null)::int as files,
        coalesce(sum(bytes) filter (where form_id = ${formId} and entry_id is null), 0) as waiting, coalesce(sum(bytes), 0) as all
      from form_files where user_id = ${userId}`,
  );
  if (used.files >= MAX_ENTRY_FILES)
    throw new PortalError('conflict', `An entry can have at most ${MAX_ENTRY_FILES} files.`);
  if (Number(used.waiting) + bytes > MAX_ENTRY_BYTES)
    throw new PortalError('payload_too_large', 'The files of one entry can be at most 100 MB in total.');
  if (Number(used.all) + bytes > perPersonBytes)
    throw new PortalError('insufficient_storage', 'There is no storage left for your files. Please contact support.');
}

/** Throws `not_found` unless the person uploaded it for this form and has not submitted it. */
export async function removeFormFile(
  { db, store }: Pick<FileDependencies, 'db' | 'store'>,
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

/** What is needed to serve a file. */
export const ServedFormFile = z.object({
  id: z.uuid(),
  formId: z.uuid(),
  entryId: z.nullable(z.uuid()),
  fileName: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  isOwn: z.boolean(),
  /** Whose file it is. */
  userId: z.uuid(),
  scan: FileScan,
});
export type ServedFormFile = z.infer<typeof ServedFormFile>;

/**
 * A file of the person, or of somebody whose forms they may fill in today; for editors also files of submitted entries.
 * Undefined for all others.
 */
export function findFormFile(
  db: Db,
  person: { id: string; isEditor: boolean; today: string },
  fileId: string,
): Promise<ServedFormFile | undefined> {
  return readRow(
    db,
    ServedFormFile,
    sql`
      select id, form_id as "formId", entry_id as "entryId", file_name as "fileName", media_type as "mediaType", bytes, user_id = ${person.id} as "isOwn", user_id as "userId", scan
      from form_files where id = ${fileId} and (user_id = ${person.id} or (${person.isEditor} and entry_id is not null)
        or exists (select from delegations join users owner on owner.id = delegations.person_id and owner.disabled_at is null
          where delegations.person_id = form_files.user_id and delegations.delegate_id = ${person.id} and 'Forms' = any (delegations.scopes)
            and ${isDelegationInForce(person.today)}))`,
  );
}
