import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import type { saveEntry } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import type { Db } from '../../db/pool.ts';
import { BigInteger, Instant, readRow } from '../../db/rows.ts';
import { savedColumns, savedEntryOf, SavedRow } from './forms.queries.ts';

interface OwnForm {
  userId: string;
  formId: string;
}

interface Save extends OwnForm {
  values: FormValues;
  formVersion: number;
  /** The version on which this save is based; 0 for the first save. */
  version: number;
  submissionKey?: string | undefined;
  now: Date;
  /** The ids of the files in `values`. */
  fileIds: string[];
}

const SavedVersion = z.object({ version: BigInteger, saved_at: Instant });
const OtherSave = z.extend(SavedRow, { is_same: z.boolean() });

/**
 * Saves a person's unfinished entry, unless another save came first; the result then contains that save. Repeating the
 * same save, for example after a lost response, succeeds. Files no longer used are purged later.
 */
export async function saveValues(db: Db, save: Save): Promise<CallResult<typeof saveEntry>> {
  const { userId, formId, formVersion, version, submissionKey = null, now } = save;
  const values = JSON.stringify(save.values);
  const write =
    version === 0
      ? sql`insert into saved_entries (user_id, form_id, form_version, values, version, saved_at, submission_key)
        values (${userId}, ${formId}, ${formVersion}, ${values}::jsonb, nextval('saved_entry_versions'), ${now}, ${submissionKey})
        on conflict do nothing returning version, saved_at`
      : sql`update saved_entries set form_version = ${formVersion}, values = ${values}::jsonb, version = nextval('saved_entry_versions'), saved_at = ${now},
          submission_key = ${submissionKey}
        where user_id = ${userId} and form_id = ${formId} and version = ${version} returning version, saved_at`;
  const row = await readRow(
    db,
    SavedVersion,
    sql`
      with kept as (${write}), named as (
        update form_files set unused_since = case when id::text = any (${save.fileIds}::text[]) then null else ${now}::timestamptz end
        where user_id = ${userId} and form_id = ${formId} and entry_id is null and (unused_since is null) <> (id::text = any (${save.fileIds}::text[]))
          and exists (select from kept))
      select version, saved_at from kept`,
  );
  if (row) return { result: 'Saved', version: Number(row.version), savedAt: row.saved_at };
  const other = await readRow(
    db,
    OtherSave,
    sql`
      select ${savedColumns}, saved.values = ${values}::jsonb and saved.form_version = ${formVersion} as is_same
      from saved_entries saved where saved.user_id = ${userId} and saved.form_id = ${formId}`,
  );
  const savedEntry = other ? savedEntryOf(other) : null;
  return savedEntry && other?.is_same
    ? { result: 'Saved', version: savedEntry.version, savedAt: savedEntry.savedAt }
    : { result: 'Conflict', saved: savedEntry };
}

/** Deletes a person's unfinished entry. Its files are retained for a day, so that it can be restored. */
export async function discardSaved(db: Db, { userId, formId }: OwnForm, now: Date): Promise<void> {
  await sql`
    with gone as (delete from saved_entries where user_id = ${userId} and form_id = ${formId})
    update form_files set unused_since = ${now} where user_id = ${userId} and form_id = ${formId} and entry_id is null and unused_since is null`.execute(
    db,
  );
}

/**
 * Deletes an entry saved between two attempts of one submission, unless its answers differ. True when something was
 * deleted.
 */
export async function discardSubmitted(db: Db, { userId, formId }: OwnForm, values: FormValues): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_entries')
    .where('user_id', '=', userId)
    .where('form_id', '=', formId)
    .where(sql<boolean>`values = ${JSON.stringify(values)}::jsonb`)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
