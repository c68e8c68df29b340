import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { Form } from '@portico/kinds/formFields';
import type { FormState, SavedEntry } from '@portico/contracts/forms';
import { FormFile, FormValues } from '@portico/contracts/formValues';
import { limitsStateOf, StoredUse, useJson } from './formLimits.queries.ts';
import { addressedTo, ruleNumberOf, visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { BigInteger, Instant, nullsFor, readRow } from '../../db/rows.ts';

/** One version of a form. */
export interface VersionedForm {
  form: Form;
  formVersion: number;
}

/** The forms that readers see: `published_forms shown` joined with its item, for `visibleTo`. */
export const shownForms = sql`published_forms shown join content_items item on item.id = shown.item_id`;

/** FormFiles in upload order, as JSON, from `form_files file` where the condition is true. */
export const filesWhere = (condition: RawBuilder<boolean>): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(
    jsonb_build_object('id', file.id, 'fileName', file.file_name, 'bytes', file.bytes, 'format', file.format)
      || case when file.scan <> 'Clean' then jsonb_build_object('hold', file.scan) else '{}' end order by file.created_at, file.id), '[]')
  from form_files file where ${condition})`;

export const SavedRow = z.object({
  values: FormValues,
  saved_with: z.int(),
  save_version: BigInteger,
  saved_at: Instant,
  submission_key: z.nullable(z.string()),
  corrects_id: z.nullable(z.uuid()),
  return_note: z.nullable(z.string()),
  files: z.array(FormFile),
});

/** Columns of a SavedRow, from `saved_entries saved`. */
export const savedColumns = sql`saved.values, saved.form_version as saved_with, saved.version as save_version, saved.saved_at, saved.submission_key,
  saved.corrects_id, (select entry.return_note from form_entries entry where entry.id = saved.corrects_id and entry.state = 'Returned') as return_note,
  ${filesWhere(sql`file.user_id = saved.user_id and file.form_id = saved.form_id
    and (file.entry_id is null and file.unused_since is null or file.entry_id = saved.corrects_id)`)} as files`;

export function savedEntryOf(row: z.infer<typeof SavedRow>): SavedEntry {
  return {
    values: row.values,
    files: row.files,
    formVersion: row.saved_with,
    version: Number(row.save_version),
    savedAt: row.saved_at,
    ...(row.submission_key !== null && { submissionKey: row.submission_key }),
    ...(row.corrects_id !== null &&
      row.return_note !== null && { correction: { entryId: row.corrects_id, note: row.return_note } }),
  };
}

const CurrentForm = {
  definition: Form,
  form_version: z.int(),
  saved_definition: z.nullable(Form),
  limit_use: StoredUse,
};
/** Without a saved entry, its columns are null except `files`. */
const FormRow = z.union([
  z.extend(SavedRow, CurrentForm),
  z.extend(nullsFor(SavedRow), { ...CurrentForm, files: SavedRow.shape.files }),
]);

/** The current form with the reader's saved entry, or undefined when no page that they may see has the form. */
export async function findForm(db: Db, reader: Reader, formId: string): Promise<FormState | undefined> {
  const row = await readRow(
    db,
    FormRow,
    sql`
      select present.definition, present.version as form_version, begun.definition as saved_definition,
        ${useJson(formId, reader.id)} as limit_use, ${savedColumns}
      from ${shownForms} join form_versions present on present.form_id = shown.form_id and present.version = shown.version
      left join saved_entries saved on saved.form_id = shown.form_id and saved.user_id = ${reader.id}
      left join form_versions begun on begun.form_id = saved.form_id and begun.version = saved.form_version and begun.version <> shown.version
      where shown.form_id = ${formId} and ${visibleTo(reader)}
      order by shown.version desc limit 1`,
  );
  if (!row) return undefined;
  const savedEntry = row.values === null ? null : savedEntryOf(row);
  const limits = limitsStateOf(row.limit_use, reader.now);
  return {
    form: row.definition,
    formVersion: row.form_version,
    saved: savedEntry,
    savedForm: row.saved_definition,
    ...(limits ? { limits } : {}),
  };
}

const Version = z.object({ definition: Form, version: z.int() });
const VersionRow = z.union([Version, nullsFor(Version)]);

/**
 * The version of the form with which an entry was started, or the current one by default. Undefined when no page that
 * the reader may see has the form; null for a version that does not exist or was never addressed to them.
 */
export async function findFormVersion(
  db: Db,
  reader: Reader,
  formId: string,
  version: number | undefined,
): Promise<VersionedForm | null | undefined> {
  const row = await readRow(
    db,
    VersionRow,
    sql`
      select requested.definition, requested.version
      from (select shown.version from ${shownForms} where shown.form_id = ${formId} and ${visibleTo(reader)} order by shown.version desc limit 1) present
      left join form_versions requested on requested.form_id = ${formId} and requested.version = coalesce(${version ?? null}::int, present.version) and (
        exists (select from ${shownForms} where shown.form_id = requested.form_id and shown.version = requested.version and ${visibleTo(reader)})
        or exists (
          select from content_items item join content_revisions rev on rev.id = requested.revision_id
          where item.id = requested.item_id and ${visibleTo(reader)} and ${addressedTo(reader, 'rev', ruleNumberOf('rev'))}))`,
  );
  if (!row) return undefined;
  return row.definition === null ? null : { form: row.definition, formVersion: row.version };
}
