import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import {
  FORM_ENTRY_PAGE_SIZE,
  BegunForm,
  EntrySummary,
  FormEntry,
  type listOwnEntries,
} from '@portico/contracts/forms';
import { itemPath } from '../../content/itemPath.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { JsonInstant, readRow, readRowOrThrow, storedJson, pageOf } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { filesWhere, shownForms } from './forms.queries.ts';

/** The name of the delegate who submitted an entry; null if its person did. */
export const sentBy: RawBuilder<string | null> = sql`(
  select coalesce(${displayName('delegate')}, delegate.email) from users delegate where delegate.id = entry.acted_by)`;

/** Only what a delegate submitted has the field. */
const withSender = <Entry extends { sentBy: string | null }>({ sentBy: name, ...entry }: Entry) => ({
  ...entry,
  ...(name === null ? {} : { sentBy: name }),
});

const OwnEntries = z.object({
  total: z.int(),
  items: z.array(z.extend(EntrySummary, { receivedAt: JsonInstant, sentBy: z.nullable(z.string()) })),
  begun: z.array(z.extend(BegunForm, { savedAt: JsonInstant })),
});

/** The reader's submitted entries, newest first, and their saved ones, even if no page contains the form anymore. */
export async function listEntriesOf(db: Db, reader: Reader, page: number): Promise<CallResult<typeof listOwnEntries>> {
  const row = await readRowOrThrow(
    db,
    OwnEntries,
    sql`
      select (select count(*)::int from form_entries where user_id = ${reader.id}) as total,
        (select coalesce(json_agg(listed), '[]') from (
          select entry.id, entry.form_id as "formId", made.definition->>'title' as title, entry.received_at as "receivedAt",
            entry.state = 'Returned' as "isReturned", ${sentBy} as "sentBy"
          from form_entries entry join form_versions made on made.form_id = entry.form_id and made.version = entry.form_version
          where entry.user_id = ${reader.id} order by entry.received_at desc, entry.id desc
          ${pageOf(page, FORM_ENTRY_PAGE_SIZE)}) listed) as items,
        (select coalesce(json_agg(listed), '[]') from (
          select saved.form_id as "formId", made.definition->>'title' as title, saved.saved_at as "savedAt",
            (select ${itemPath} from ${shownForms} where shown.form_id = saved.form_id and ${visibleTo(reader)} order by shown.version desc limit 1) as path
          from saved_entries saved join form_versions made on made.form_id = saved.form_id and made.version = saved.form_version
          where saved.user_id = ${reader.id} order by saved.saved_at desc) listed) as begun`,
  );
  return {
    items: row.items.map((entry) => ({ ...withSender(entry), receivedAt: inUtc(entry.receivedAt) })),
    begun: row.begun.map((form) => ({ ...form, savedAt: inUtc(form.savedAt) })),
    page,
    pageSize: FORM_ENTRY_PAGE_SIZE,
    total: row.total,
  };
}

/** Normalizes an instant that PostgreSQL wrote into JSON, without trailing zeros and possibly in another zone. */
export const inUtc = (instant: string): string => new Date(instant).toISOString();

const OwnEntry = z.extend(z.omit(FormEntry, { title: true }), {
  sentBy: z.nullable(z.string()),
  returned: z.nullable(storedJson<NonNullable<FormEntry['returned']>>()),
});

/** The person's entry with its version of the form, or undefined when it does not exist or is someone else's. */
export async function findOwnEntry(db: Db, userId: string, entryId: string): Promise<FormEntry | undefined> {
  const row = await readRow(
    db,
    OwnEntry,
    sql`
      select entry.id, entry.form_id as "formId", entry.form_version as "formVersion", made.definition as form, entry.received_at as "receivedAt", entry.values,
        entry.state = 'Returned' as "isReturned", ${sentBy} as "sentBy",
        case when entry.state = 'Returned' then json_build_object('note', entry.return_note, 'at', entry.returned_at) end as returned,
        ${filesWhere(sql`file.entry_id = entry.id`)} as files
      from form_entries entry join form_versions made on made.form_id = entry.form_id and made.version = entry.form_version
      where entry.id = ${entryId} and entry.user_id = ${userId}`,
  );
  if (!row) return undefined;
  const returned = row.returned && { ...row.returned, at: inUtc(row.returned.at) };
  return { ...withSender(row), returned, receivedAt: inUtc(row.receivedAt), title: row.form.title };
}

/** The person's email address; null when the identity provider does not send one. */
export async function findMailAddress(db: Db, userId: string): Promise<string | null> {
  const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  return email;
}
