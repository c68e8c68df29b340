import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult } from '@portico/contracts/endpoint';
import { ASSIGNED_ENTRIES_PAGE_SIZE, EntryState, type listAssignedEntries } from '@portico/contracts/studio/formsDesk';
import type { Db } from '../../../db/pool.ts';
import { Instant, pageOf, readPage } from '../../../db/rows.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { dueOn, isOverdue, isWaiting, waitsSince } from '../dueEntries.ts';
import { inUtc } from '../entries.queries.ts';
import type { DeskReader } from './deskEntries.queries.ts';

const AssignedRow = z.object({
  id: z.uuid(),
  formId: z.uuid(),
  title: z.string(),
  sender: z.string(),
  state: EntryState,
  receivedAt: Instant,
  dueOn: z.nullable(z.iso.date()),
  isOverdue: z.boolean(),
});

/** What waits for a person at the desks of all forms, overdue entries first. */
export async function listAssigned(
  db: Db,
  reader: DeskReader,
  page: number,
): Promise<CallResult<typeof listAssignedEntries>> {
  const days = sql`limits.days_to_do`;
  const { rows, total } = await readPage(
    db,
    AssignedRow,
    sql`
      with waiting as (
        select entry.*, ${dueOn(reader, days)} as due_on, ${isOverdue(reader, days)} as is_overdue, ${waitsSince} as since
        from form_entries entry left join form_limits limits on limits.form_id = entry.form_id
        where entry.assignee_id = ${reader.userId} and ${isWaiting}
      ), page as (
        select * from waiting order by is_overdue desc, due_on, since, id ${pageOf(page, ASSIGNED_ENTRIES_PAGE_SIZE)}
      )
      select counted.total, found.* from (select count(*)::int as total from waiting) counted
      left join lateral (
        select page.id, page.form_id as "formId", page.state, page.received_at as "receivedAt", page.due_on as "dueOn",
          page.is_overdue as "isOverdue", page.since, made.definition ->> 'title' as title,
          coalesce(${displayName('person')}, person.email, '') as sender
        from page join users person on person.id = page.user_id
          join form_versions made on made.form_id = page.form_id and made.version = page.form_version) found on true
      order by found."isOverdue" desc, found."dueOn", found.since, found.id`,
    { More: z.object({ since: Instant }) },
  );
  const items = rows.map((row) => ({ ...row, receivedAt: inUtc(row.receivedAt) }));
  return { items, page, pageSize: ASSIGNED_ENTRIES_PAGE_SIZE, total };
}
