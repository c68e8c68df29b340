import { sql } from 'kysely';
import { z } from 'zod/mini';
import { TodoChecklist } from '@portico/contracts/todo';
import { itemPath } from '../../content/itemPath.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRows } from '../../db/rows.ts';

/** Additional checklists appear once some of these are done. */
const MAX_CHECKLISTS = 50;

const ChecklistRow = z.extend(z.omit(TodoChecklist, { source: true }), {
  title: z.nullable(z.string()),
  page: z.string(),
  path: z.string(),
});

/**
 * Unfinished checklists with a due date on items that the reader may see. One shared by several items is listed once.
 */
export async function listDueChecklists(db: Db, reader: Reader): Promise<TodoChecklist[]> {
  const rows = await readRows(
    db,
    ChecklistRow,
    sql`
      select * from (
        select distinct on (list.component_id) list.component_id as "componentId", list.title, list.due_date::text as "dueDate",
          own.done, cardinality(list.entries) as total, item.title as page, ${itemPath} as path
        from checklists list join content_items item on item.id = list.item_id
        cross join lateral (
          select count(*)::int as done from checklist_marks mark
          where mark.user_id = ${reader.id} and mark.component_id = list.component_id and mark.is_checked and mark.entry_id = any (list.entries)
        ) own
        where list.due_date is not null and ${visibleTo(reader)} and own.done < cardinality(list.entries)
        order by list.component_id, item.published_at desc
      ) found
      order by "dueDate", "componentId" limit ${MAX_CHECKLISTS}`,
  );
  return rows.map(({ title, page, path, ...row }) => ({
    ...row,
    title: title ?? page,
    source: { title: page, path: `${path}#${row.componentId}` },
  }));
}
