import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found, PortalError } from '../../errors.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import { shownForms } from './forms.queries.ts';

const Returned = z.object({
  isReturned: z.boolean(),
  path: z.nullable(z.string()),
  /** The person has begun another entry of this form. */
  isBusy: z.boolean(),
});

/**
 * Makes a returned entry the person's saved entry, so that the form shows it, and returns the path of a page with the
 * form. Opening it again changes nothing. Throws `not_found` and `conflict`.
 */
export async function openCorrection(db: Db, reader: Reader, entryId: string): Promise<string> {
  const entry = found(
    await readRow(
      db,
      Returned,
      sql`
        with entry as (select * from form_entries where id = ${entryId} and user_id = ${reader.id}),
        page as (
          select ${itemPath} as path from ${shownForms} join entry on entry.form_id = shown.form_id
          where ${visibleTo(reader)} order by shown.version desc limit 1
        ), opened as (
          insert into saved_entries (user_id, form_id, form_version, values, version, saved_at, corrects_id)
          select entry.user_id, entry.form_id, entry.form_version, entry.values, nextval('saved_entry_versions'), ${reader.now}, entry.id
          from entry, page where entry.state = 'Returned'
          on conflict do nothing
        )
        select entry.state = 'Returned' as "isReturned", (select path from page) as path,
          exists (select from saved_entries saved where saved.user_id = entry.user_id and saved.form_id = entry.form_id
            and saved.corrects_id is distinct from entry.id) as "isBusy"
        from entry`,
    ),
    'entry',
  );
  if (!entry.isReturned) throw new PortalError('conflict', 'This entry doesn’t wait for a correction anymore.');
  if (entry.path === null) throw new PortalError('conflict', 'No page has this form anymore.');
  if (entry.isBusy)
    throw new PortalError('conflict', 'You have begun another entry of this form. Submit or discard it first.');
  return entry.path;
}

const CorrectedEntry = z.object({ id: z.uuid(), assigneeId: z.nullable(z.uuid()) });
export type CorrectedEntry = z.infer<typeof CorrectedEntry>;

/** Locks the returned entry that the person's saved entry corrects, if it still waits for that. */
export async function lockCorrected(
  trx: Transaction<DB>,
  { userId, formId }: { userId: string; formId: string },
): Promise<CorrectedEntry | undefined> {
  const [entry] = await readRows(
    trx,
    CorrectedEntry,
    sql`
      select entry.id, entry.assignee_id as "assigneeId" from form_entries entry
      where entry.user_id = ${userId} and entry.form_id = ${formId} and entry.state = 'Returned' and entry.id = (
        select corrects_id from saved_entries where user_id = ${userId} and form_id = ${formId})
      for update of entry`,
  );
  return entry;
}

/**
 * Stores what was sent again; what the entry said before stays as a revision. The entry is new again, or in work if
 * somebody works on it.
 */
export async function storeCorrection(
  trx: Transaction<DB>,
  {
    id,
    userId,
    actedBy,
    formVersion,
    values,
    now,
  }: { id: string; userId: string; actedBy: string | undefined; formVersion: number; values: string; now: Date },
): Promise<void> {
  const state = sql`case when assignee_id is null then 'New' else 'InWork' end`;
  await sql`
    with kept as (
      insert into form_entry_revisions (entry_id, number, form_id, form_version, values, sent_at, return_note)
      select id, (select count(*) + 1 from form_entry_revisions where entry_id = ${id}), form_id, form_version, values,
        coalesce(corrected_at, received_at), return_note
      from form_entries where id = ${id}
    ), recorded as (
      insert into form_entry_changes (change_id, entry_id, actor_id, version, from_state, to_state, from_assignee_id, to_assignee_id, changed_at)
      select gen_random_uuid(), id, ${actedBy ?? userId}::uuid, desk_version + 1, state, ${state}, assignee_id, assignee_id, ${now}
      from form_entries where id = ${id}
    )
    update form_entries set acted_by = ${actedBy ?? null}::uuid, values = ${values}::jsonb, form_version = ${formVersion}, corrected_at = ${now}, state = ${state},
      desk_version = desk_version + 1, desk_changed_at = ${now}, return_note = null, returned_at = null, is_return_due = false,
      is_receipt_due = true
    where id = ${id}`.execute(trx);
}
