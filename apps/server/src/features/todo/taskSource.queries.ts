import { sql } from 'kysely';
import { z } from 'zod/mini';
import { itemPath } from '../../content/itemPath.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';

const ItemSource = z.object({
  title: z.string(),
  path: z.string(),
  /**
   * True when the reader has an active task for the item. Reliable only in a transaction that holds the lock of their
   * list.
   */
  hasTask: z.boolean(),
});
export type ItemSource = z.infer<typeof ItemSource>;

/** An item as the source of a task; undefined when the reader cannot see it or it has no page. */
export function findItemSource(db: Db, reader: Reader, itemId: string): Promise<ItemSource | undefined> {
  return readRow(
    db,
    ItemSource,
    sql`
      select found.title, found.path, exists (
        select from todos todo
        where todo.user_id = ${reader.id} and todo.completed_at is null and todo.deleted_at is null and todo.source_path = found.path
      ) as "hasTask"
      from (select item.title, ${itemPath} as path from content_items item where item.id = ${itemId} and ${visibleTo(reader)}) found
      where found.path is not null`,
  );
}
