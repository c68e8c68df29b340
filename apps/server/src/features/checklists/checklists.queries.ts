import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { MarkState } from '@portico/contracts/checklists';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { nullsFor, readRow, readRows } from '../../db/rows.ts';

const Mark = z.object({ entry_id: z.string(), is_checked: z.boolean() });
const ListedMark = z.union([Mark, nullsFor(Mark)]);
const SavedMark = z.pick(Mark, { is_checked: true });

const markState = (isChecked: boolean): MarkState => (isChecked ? 'Checked' : 'Unchecked');

/**
 * The reader's marks by entry, or undefined when no item that they may see has this checklist. Items with the same
 * checklist, such as copies of a page, share its marks. Source: decisions/0060.
 */
export async function findMarks(
  db: Db,
  reader: Reader,
  componentId: string,
): Promise<Record<string, MarkState> | undefined> {
  const rows = await readRows(
    db,
    ListedMark,
    sql`
      select mark.entry_id, mark.is_checked
      from (
        select array_agg(entry) as entries from checklists list join content_items item on item.id = list.item_id cross join unnest(list.entries) entry
        where list.component_id = ${componentId} and ${visibleTo(reader)}
      ) list
      left join checklist_marks mark on mark.user_id = ${reader.id} and mark.component_id = ${componentId} and mark.entry_id = any (list.entries)
      where list.entries is not null`,
  );
  if (rows.length === 0) return undefined;
  return Object.fromEntries(
    rows.flatMap((row) => (row.entry_id === null ? [] : [[row.entry_id, markState(row.is_checked)]])),
  );
}

/**
 * Sets the reader's mark, or toggles it when `requested` is absent. Undefined for an entry that the reader cannot see.
 */
export async function saveMark(
  db: Db,
  reader: Reader,
  { componentId, entryId, requested }: { componentId: string; entryId: string; requested?: MarkState | undefined },
): Promise<MarkState | undefined> {
  const isChecked = requested !== 'Unchecked';
  const row = await readRow(
    db,
    SavedMark,
    sql`
      insert into checklist_marks (user_id, component_id, entry_id, is_checked, changed_at)
      select ${reader.id}, ${componentId}, ${entryId}, ${isChecked}, ${reader.now}
      where exists (
        select from checklists list join content_items item on item.id = list.item_id
        where list.component_id = ${componentId} and ${entryId} = any (list.entries) and ${visibleTo(reader)}
      )
      on conflict (user_id, component_id, entry_id) do update
      set is_checked = ${requested === undefined ? sql`not checklist_marks.is_checked` : sql`excluded.is_checked`}, changed_at = excluded.changed_at
      returning is_checked`,
  );
  return row && markState(row.is_checked);
}
