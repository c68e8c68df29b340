import { sql } from 'kysely';
import { z } from 'zod/mini';
import { DeskView, MAX_DESK_VIEWS, type EntryNote } from '@portico/contracts/studio/formsDesk';
import type { Db } from '../../../db/pool.ts';
import { Instant, readRow } from '../../../db/rows.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { inUtc } from '../entries.queries.ts';

interface NewNote {
  id: string;
  formId: string;
  entryId: string;
  text: string;
  userId: string;
  now: Date;
}

const NoteRow = z.object({ id: z.uuid(), by: z.nullable(z.string()), at: Instant, text: z.string() });

/** The stored note, also when it was sent before; undefined if the form has no such entry. */
export async function saveNote(db: Db, note: NewNote): Promise<EntryNote | undefined> {
  const { id, formId, entryId, text, userId, now } = note;
  const row = await readRow(
    db,
    NoteRow,
    sql`
      with written as (
        insert into form_entry_notes (id, entry_id, author_id, text, written_at)
        select ${id}, entry.id, ${userId}, ${text}, ${now} from form_entries entry where entry.id = ${entryId} and entry.form_id = ${formId}
        on conflict do nothing returning *
      ), note as (
        select * from written union all select * from form_entry_notes where id = ${id} and entry_id = ${entryId}
      )
      select note.id, note.text, note.written_at as at, coalesce(${displayName('author')}, author.email) as by
      from note left join users author on author.id = note.author_id`,
  );
  return row && { ...row, at: inUtc(row.at) };
}

interface NewView {
  name: string;
  query: string;
  userId: string;
  formId: string;
}

/** Saves a view of one person. Throws `conflict` above the limit. */
export async function saveView(db: Db, { userId, formId, name, query }: NewView): Promise<DeskView> {
  const row = await readRow(
    db,
    DeskView,
    sql`
      insert into form_desk_views as own (id, user_id, form_id, name, query)
      select gen_random_uuid(), ${userId}, ${formId}, ${name}, ${query}
      where (select count(*) from form_desk_views where user_id = ${userId} and form_id = ${formId} and name <> ${name}) < ${MAX_DESK_VIEWS}
      on conflict (user_id, form_id, name) do update set query = excluded.query
      returning id, name, query`,
  );
  if (!row) throw new PortalError('conflict', `You have ${MAX_DESK_VIEWS} views of this form. Delete one first.`);
  return row;
}

export async function deleteView(db: Db, view: { id: string; userId: string; formId: string }): Promise<void> {
  await db
    .deleteFrom('form_desk_views')
    .where('id', '=', view.id)
    .where('user_id', '=', view.userId)
    .where('form_id', '=', view.formId)
    .execute();
}
