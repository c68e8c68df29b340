import { createHash, randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { MAX_FORM_FILE_BYTES, type Form, type FormField } from '@portico/kinds/formFields';
import { valueAt } from '@portico/contracts/formRules';
import { entryPath, type EntryReceipt } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { entryIssues, storedValues } from '@portico/contracts/formValidation';
import { deskEntryPath } from '@portico/contracts/studio/formsDesk';
import { DocumentFormat } from '@portico/kinds/media';
import { matchesPattern } from '../../content/fieldPatterns.ts';
import type { Reader } from '../../visibility/visibility.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { found, PortalError } from '../../errors.ts';
import { addJob } from '../../jobs/queue.ts';
import { recordEvent } from '../../webhooks/recordEvent.ts';
import { announce } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { inUtc } from './entries.queries.ts';
import { findFormVersion, type VersionedForm } from './forms.queries.ts';
import { assertWithinLimits } from './formLimits.queries.ts';
import { lockCorrected, storeCorrection } from './correction.ts';
import { discardSubmitted } from './savedEntries.queries.ts';

/** Without a key, the same entry within this time counts as a double click. Source: decisions/0065. */
export const SAME_ENTRY_MS = 60_000;

type Arrival = Pick<EntryReceipt, 'entryId' | 'receivedAt'>;

interface Submission {
  formId: string;
  values: FormValues;
  formVersion?: number | undefined;
  /** Any number of attempts with the same key create one entry. */
  key?: string | undefined;
}

/**
 * Submits an entry: checks it against the version with which it was started, stores it with its files, audit entry and
 * confirmation email, and deletes the saved entry. If that corrects a returned entry, it replaces the answers of that
 * one. The same key gets the same result, even if the form is gone by then,
 * and deletes an entry saved in the meantime with the same answers. Throws `conflict` for a key already used for
 * another entry, `invalid_input` with issues by `values.<alias>`, `not_found`.
 */
export async function submitValues(
  { db, notify }: Pick<Dependencies, 'db' | 'notify'>,
  reader: Reader,
  { formId, values, formVersion, key }: Submission,
): Promise<Arrival> {
  const digest = digestOf({ values, formVersion });
  const attempt: Attempt = {
    userId: reader.id,
    actedBy: reader.actedBy,
    formId,
    digest,
    key: key === undefined ? `content ${digest.toString('base64url')}` : `key ${key}`,
    since: key === undefined ? new Date(reader.now.getTime() - SAME_ENTRY_MS) : new Date(0),
  };
  const receipt = await findReceipt(db, attempt);
  if (receipt) {
    if (await discardSubmitted(db, attempt, values)) await announce(db, 'forms', reader.id);
    return receipt;
  }
  const version = await usableForm(db, reader, formId, formVersion);
  assertAliases(version.form, values);
  const issues = entryIssues(version.form, values, matchesPattern);
  if (issues.length > 0) throw new PortalError('invalid_input', 'Some answers need your attention.', { issues });
  const storedAnswers = storedValues(version.form, values);
  const entryId = await db
    .transaction()
    .execute((trx) => store(trx, notify, attempt, { ...version, values: storedAnswers, now: reader.now }));
  // A concurrent attempt with the same key committed first.
  return entryId === undefined
    ? found(await findReceipt(db, attempt), 'entry')
    : { entryId, receivedAt: reader.now.toISOString() };
}

/** Throws `not_found` when the reader may not see the form, `invalid_input` for an unknown version. */
export async function usableForm(
  db: Db,
  reader: Reader,
  formId: string,
  formVersion: number | undefined,
): Promise<VersionedForm> {
  const version = found(await findFormVersion(db, reader, formId, formVersion), 'form');
  if (version === null)
    throw new PortalError('invalid_input', 'The form does not have this version.', {
      issues: [{ path: 'formVersion', message: 'The form does not have this version' }],
    });
  return version;
}

/** Throws `invalid_input` for values of fields that the form does not have. */
export function assertAliases({ fields }: Form, values: FormValues): void {
  const aliases = new Set(fields.flatMap((field) => ('alias' in field ? [field.alias] : [])));
  const unknown = Object.keys(values).filter((alias) => !aliases.has(alias));
  if (unknown.length > 0)
    throw new PortalError('invalid_input', 'The form does not have this field.', {
      issues: unknown
        .slice(0, 20)
        .map((alias) => ({ path: `values.${alias}`, message: 'The form does not have this field' })),
    });
}

interface Attempt {
  userId: string;
  /** The delegate who submits it for the person. */
  actedBy: string | undefined;
  formId: string;
  key: string;
  digest: Buffer;
  /** Keys used before this instant no longer count. */
  since: Date;
}

/** Equal for equal content, whatever the order of its properties. */
function digestOf(content: unknown): Buffer {
  const sorted = JSON.stringify(content, (_key, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(sorted).digest();
}

async function findReceipt(db: Db, { userId, formId, key, digest, since }: Attempt): Promise<Arrival | undefined> {
  const row = await db
    .selectFrom('form_entry_keys as known')
    .innerJoin('form_entries as entry', 'entry.id', 'known.entry_id')
    .select(['known.digest', 'entry.id as entryId', 'known.created_at as receivedAt'])
    .where('known.user_id', '=', userId)
    .where('known.form_id', '=', formId)
    .where('known.key', '=', key)
    .where('known.created_at', '>', since.toISOString())
    .executeTakeFirst();
  if (!row) return undefined;
  if (!row.digest.equals(digest)) throw new PortalError('conflict', 'This key was already used for another entry.');
  return { entryId: row.entryId, receivedAt: inUtc(row.receivedAt) };
}

interface NewEntry extends VersionedForm {
  values: FormValues;
  now: Date;
}

/** The id of the entry; undefined when the key is already in use. Waits for a concurrent attempt to finish. */
async function store(
  trx: Transaction<DB>,
  notify: Dependencies['notify'],
  { userId, actedBy, formId, key, digest, since }: Attempt,
  entry: NewEntry,
): Promise<string | undefined> {
  const { form, formVersion, values, now } = entry;
  const corrected = await lockCorrected(trx, { userId, formId });
  const entryId = corrected?.id ?? randomUUID();
  const { rows } = await sql`
    insert into form_entry_keys as known (user_id, form_id, key, digest, entry_id, created_at) values (${userId}, ${formId}, ${key}, ${digest}, ${entryId}, ${now})
    on conflict (user_id, form_id, key) do update set digest = excluded.digest, entry_id = excluded.entry_id, created_at = excluded.created_at
    where known.created_at <= ${since} returning 1`.execute(trx);
  if (rows.length === 0) return undefined;
  if (!corrected) await assertWithinLimits(trx, formId, { id: userId, now });
  const answers = JSON.stringify(values);
  await trx.deleteFrom('saved_entries').where('user_id', '=', userId).where('form_id', '=', formId).execute();
  if (corrected) await storeCorrection(trx, { id: entryId, userId, actedBy, formVersion, values: answers, now });
  else
    await sql`
      insert into form_entries (id, form_id, form_version, user_id, acted_by, values, received_at)
      values (${entryId}, ${formId}, ${formVersion}, ${userId}, ${actedBy ?? null}::uuid, ${answers}::jsonb, ${now})`.execute(
      trx,
    );
  await attachFiles(trx, { userId, formId, entryId, form, values, now });
  await addJob(trx, 'send-form-receipt', { entryId, userId });
  if (corrected?.assigneeId) {
    const link = deskEntryPath(formId, entryId);
    const notice = { title: `Corrected: ${form.title}`, description: 'The sender corrected an entry of yours.', link };
    await notify(trx, [corrected.assigneeId], notice, now);
    await announce(trx, 'studio', corrected.assigneeId);
  }
  if (actedBy !== undefined) await notifySentFor(trx, { userId, actedBy, entryId, title: form.title }, { notify, now });
  await announce(trx, 'forms', userId);
  await recordEvent(trx, 'form.received', { formId, entryId, receivedAt: now.toISOString() }, now);
  // Last, because writers to the audit log wait for each other.
  await audit(trx, {
    actorId: actedBy ?? userId,
    action: 'form.submitted',
    objectKind: 'form',
    objectId: formId,
    details: { entryId, version: formVersion, ...(actedBy !== undefined && { for: userId }) },
  });
  return entryId;
}

/** Notifies a person of what a delegate submitted for them. */
async function notifySentFor(
  trx: Transaction<DB>,
  { userId, actedBy, entryId, title }: { userId: string; actedBy: string; entryId: string; title: string },
  { notify, now }: { notify: Dependencies['notify']; now: Date },
): Promise<void> {
  const { name } = await readRowOrThrow(
    trx,
    z.object({ name: z.nullable(z.string()) }),
    sql`select coalesce(${displayName('delegate')}, delegate.email) as name from users delegate where delegate.id = ${actedBy}`,
  );
  const description = `${name ?? 'Somebody who acts for you'} submitted this form in your name.`;
  await notify(trx, [userId], { title: `Submitted for you: ${title}`, description, link: entryPath(entryId) }, now);
}

export type UploadField = Extract<FormField, { type: 'FileUpload' }>;

export const uploadsOf = ({ fields }: Form): UploadField[] =>
  fields.filter((field): field is UploadField => field.type === 'FileUpload');

const AttachedFile = z.object({
  id: z.uuid(),
  field: z.string(),
  format: DocumentFormat,
  bytes: z.int(),
  is_named: z.boolean(),
});

/**
 * Assigns the files to the entry; the person's other files for the form are purged later. An entry that is sent again
 * keeps its files, because its earlier answers refer to them. Throws `invalid_input` unless all are theirs and valid.
 */
async function attachFiles(
  trx: Transaction<DB>,
  {
    userId,
    formId,
    entryId,
    form,
    values,
    now,
  }: { userId: string; formId: string; entryId: string; form: Form; values: FormValues; now: Date },
): Promise<void> {
  const uploads = uploadsOf(form);
  if (uploads.length === 0) return;
  const answered = uploads.flatMap((field) => {
    const ids = valueAt(values, field.alias);
    return Array.isArray(ids) ? [{ field, ids: [...new Set(ids)] }] : [];
  });
  const fileIds = answered.flatMap(({ ids }) => ids);
  const rows = await readRows(
    trx,
    AttachedFile,
    sql`
      update form_files set unused_since = case when entry_id is not null or id::text = any (${fileIds}::text[]) then null else coalesce(unused_since, ${now}) end,
        entry_id = case when entry_id is not null or id::text = any (${fileIds}::text[]) then ${entryId}::uuid end
      where user_id = ${userId} and form_id = ${formId} and (entry_id is null or entry_id = ${entryId})
      returning id, field, format, bytes, id::text = any (${fileIds}::text[]) as is_named`,
  );
  const attached = new Map(rows.filter((row) => row.is_named).map((row) => [row.id, row]));
  const issues = answered.flatMap(({ field, ids }) => {
    const fits = ids.every((id) => {
      const file = attached.get(id);
      return (
        file !== undefined &&
        file.field === field.alias &&
        (field.formats?.includes(file.format) ?? true) &&
        file.bytes <= (field.maxBytes ?? MAX_FORM_FILE_BYTES)
      );
    });
    return fits ? [] : [{ path: `values.${field.alias}`, message: 'Add the file again.' }];
  });
  if (issues.length > 0) throw new PortalError('invalid_input', 'Some files are missing.', { issues });
}
