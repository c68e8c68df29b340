import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import { publishedRevision } from './columns.ts';

/**
 * Updates the table of checklists from what an item has published, anywhere in its tree. Call it in the transaction
 * that changes what readers see. Years before 1000 count as no due date.
 */
export async function savePublishedChecklists(trx: Transaction<DB>, itemId: string): Promise<void> {
  await trx.deleteFrom('checklists').where('item_id', '=', itemId).execute();
  await sql`
    insert into checklists (item_id, component_id, title, due_date, entries)
    select item.id, list->>'id', list->>'title',
      case when list->>'dueDate' ~ '^[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}$' then (list->>'dueDate')::date end,
      array(select entry->>'id' from jsonb_array_elements(list->'items') with ordinality as given (entry, index) order by index)
    from ${publishedRevision}
    cross join lateral jsonb_path_query(rev.components, 'strict $.**?(@.type == "Checklist" && @.items.type() == "array")', '{}', true) list
    where item.id = ${itemId} and item.kind in ('page', 'news', 'event', 'resource')
    on conflict do nothing`.execute(trx);
}
