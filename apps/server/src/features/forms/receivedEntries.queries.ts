import { sql, type RawBuilder } from 'kysely';
import type { Form } from '@portico/contracts/formFields';
import { FORM_ENTRY_PAGE_SIZE, type FormOverview, type ReceivedEntry } from '@portico/contracts/forms';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { inUtc } from './entries.queries.ts';
import { filesWhere, type VersionedForm } from './forms.queries.ts';

/** Entries per statement of an export. */
const EXPORT_BATCH_SIZE = 500;

/** Every form ever published, with its number of entries and the path of a page that has it now, if any. */
export async function listAllForms(db: Db): Promise<FormOverview[]> {
  const { rows } = await sql<FormOverview>`
    select last.form_id as "formId", last.definition->>'title' as title, coalesce(received.entries, 0)::int as entries, received.last as "lastReceivedAt",
      (select ${itemPath} from published_forms shown join content_items item on item.id = shown.item_id
        where shown.form_id = last.form_id and item.published_revision_id is not null order by shown.version desc, item.id limit 1) as path
    from (select distinct on (form_id) form_id, definition from form_versions order by form_id, version desc) last
    left join (select form_id, count(*) as entries, max(received_at) as last from form_entries group by form_id) received using (form_id)
    order by title, last.form_id`.execute(db);
  return rows.map((row) => ({ ...row, lastReceivedAt: row.lastReceivedAt && inUtc(row.lastReceivedAt) }));
}

/** All versions of a form, newest first; empty for an unknown form. */
export async function listVersions(db: Db, formId: string): Promise<VersionedForm[]> {
  const rows = await db
    .selectFrom('form_versions')
    .select(['definition', 'version'])
    .where('form_id', '=', formId)
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ definition, version }) => ({ form: definition as unknown as Form, formVersion: version }));
}

const receivedColumns: RawBuilder<ReceivedEntry> = sql`entry.id, entry.received_at as "receivedAt", entry.form_version as "formVersion", entry.values,
  json_build_object('name', coalesce(${displayName('person')}, ''), 'email', person.email) as person,
  ${filesWhere(sql`file.entry_id = entry.id`)} as files`;
const received = sql`form_entries entry join users person on person.id = entry.user_id`;

export async function listReceivedEntries(
  db: Db,
  formId: string,
  page: number,
): Promise<{ items: ReceivedEntry[]; page: number; pageSize: number; total: number }> {
  const { rows } = await sql<ReceivedEntry & { total: number }>`
    select ${receivedColumns}, counted.total from (select count(*)::int as total from form_entries where form_id = ${formId}) counted
    left join lateral (
      select * from form_entries where form_id = ${formId} order by received_at desc, id desc limit ${FORM_ENTRY_PAGE_SIZE} offset ${(page - 1) * FORM_ENTRY_PAGE_SIZE}) entry on true
    left join users person on person.id = entry.user_id
    order by entry.received_at desc, entry.id desc`.execute(db);
  const items = rows
    .filter((row) => (row.id as string | null) !== null)
    .map((row) => ({ ...row, receivedAt: inUtc(row.receivedAt) }));
  return { items, page, pageSize: FORM_ENTRY_PAGE_SIZE, total: rows[0]?.total ?? 0 };
}

/** Every entry of a form, newest first, in batches. */
export async function* readEntries(db: Db, formId: string): AsyncGenerator<ReceivedEntry[]> {
  let after: RawBuilder<boolean> = sql<boolean>`true`;
  for (;;) {
    const { rows } = await sql<ReceivedEntry>`
      select ${receivedColumns} from ${received} where entry.form_id = ${formId} and ${after}
      order by entry.received_at desc, entry.id desc limit ${EXPORT_BATCH_SIZE}`.execute(db);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH_SIZE) return;
    after = sql<boolean>`(entry.received_at, entry.id) < (${last.receivedAt}::timestamptz, ${last.id}::uuid)`;
  }
}
