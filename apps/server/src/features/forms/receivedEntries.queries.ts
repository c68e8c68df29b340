import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { Form } from '@portico/kinds/formFields';
import { FORM_ENTRY_PAGE_SIZE, FormOverview, ReceivedEntry } from '@portico/contracts/forms';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readPage, readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { inUtc, sentBy } from './entries.queries.ts';
import { isOverdue, type FirmDay } from './dueEntries.ts';
import { filesWhere, type VersionedForm } from './forms.queries.ts';

/** Entries per statement of an export. */
const EXPORT_BATCH_SIZE = 500;

/** Every form ever published, with numbers of entries and the path of a page that currently has it, if any. */
export async function listAllForms(db: Db, day: FirmDay): Promise<FormOverview[]> {
  const rows = await readRows(
    db,
    FormOverview,
    sql`
      select last.form_id as "formId", last.definition->>'title' as title, coalesce(received.entries, 0)::int as entries, received.last as "lastReceivedAt",
        coalesce(received.new, 0)::int as "newEntries", coalesce(received.in_work, 0)::int as "inWork",
        coalesce(received.overdue, 0)::int as overdue,
        (select ${itemPath} from published_forms shown join content_items item on item.id = shown.item_id
          where shown.form_id = last.form_id and item.published_revision_id is not null order by shown.version desc, item.id limit 1) as path
      from (select distinct on (form_id) form_id, definition from form_versions order by form_id, version desc) last
      left join (select entry.form_id, count(*) as entries, max(entry.received_at) as last,
          count(*) filter (where entry.state = 'New') as new, count(*) filter (where entry.state = 'InWork') as in_work,
          count(*) filter (where ${isOverdue(day, sql`limits.days_to_do`)}) as overdue
        from form_entries entry left join form_limits limits on limits.form_id = entry.form_id group by entry.form_id) received
        on received.form_id = last.form_id
      order by title, last.form_id`,
  );
  return rows.map((row) => ({ ...row, lastReceivedAt: row.lastReceivedAt && inUtc(row.lastReceivedAt) }));
}

const FormVersion = z.object({ form: Form, formVersion: z.int() });

/** All versions of a form, newest first; empty for an unknown form. */
export function listVersions(db: Db, formId: string): Promise<VersionedForm[]> {
  return readRows(
    db,
    FormVersion,
    sql`select definition as form, version as "formVersion" from form_versions where form_id = ${formId} order by version desc`,
  );
}

/** The title of the newest version, or undefined for an unknown form. */
export async function findFormTitle(db: Kysely<DB>, formId: string): Promise<string | undefined> {
  const row = await readRow(
    db,
    z.object({ title: z.string() }),
    sql`select definition->>'title' as title from form_versions where form_id = ${formId} order by version desc limit 1`,
  );
  return row?.title;
}

const receivedColumns = sql`entry.id, entry.received_at as "receivedAt", entry.form_version as "formVersion", entry.values,
  json_build_object('name', coalesce(${displayName('person')}, ''), 'email', person.email) as person, ${sentBy} as "sentBy",
  ${filesWhere(sql`file.entry_id = entry.id`)} as files`;

/**
 * One page of the entries, newest first: by page number, or those received before the entry `before`, which avoids
 * counting past all newer ones. `older` is the id to continue with.
 */
export async function listReceivedEntries(
  db: Db,
  formId: string,
  { page = 1, before }: { page?: number | undefined; before?: string | undefined },
): Promise<{ items: ReceivedEntry[]; page: number; pageSize: number; total: number; older: string | null }> {
  const pageSize = FORM_ENTRY_PAGE_SIZE;
  const isBefore =
    before === undefined
      ? sql`true`
      : sql`(received_at, id) < (select received_at, id from form_entries where id = ${before} and form_id = ${formId})`;
  const { rows, total } = await readPage(
    db,
    ReceivedEntry,
    sql`
      with page as (
        select * from form_entries where form_id = ${formId} and ${isBefore} order by received_at desc, id desc
        limit ${pageSize + 1} offset ${before === undefined ? (page - 1) * pageSize : 0}
      )
      select counted.total, found.* from (select count(*)::int as total from form_entries where form_id = ${formId}) counted
      left join lateral (select ${receivedColumns} from page entry join users person on person.id = entry.user_id) found on true
      order by found."receivedAt" desc, found.id desc`,
  );
  const items = rows.slice(0, pageSize).map((row) => ({ ...row, receivedAt: inUtc(row.receivedAt) }));
  const older = rows.length > pageSize ? items.at(-1)!.id : null;
  return { items, page, pageSize, total, older };
}

/** Every entry of a form, newest first, in batches. */
export async function* readEntries(db: Db, formId: string): AsyncGenerator<ReceivedEntry[]> {
  let after: RawBuilder<boolean> = sql<boolean>`true`;
  for (;;) {
    const rows = await readRows(
      db,
      ReceivedEntry,
      sql`
        select ${receivedColumns} from form_entries entry join users person on person.id = entry.user_id where entry.form_id = ${formId} and ${after}
        order by entry.received_at desc, entry.id desc limit ${EXPORT_BATCH_SIZE}`,
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH_SIZE) return;
    after = sql<boolean>`(entry.received_at, entry.id) < (${last.receivedAt}::timestamptz, ${last.id}::uuid)`;
  }
}
