import { sql } from 'kysely';
import { z } from 'zod/mini';
import { Widget } from '@portico/kinds/items/home/schemas';
import { defaultWidgets } from '@portico/kinds/items/home/shape';
import type { WidgetBar } from '@portico/contracts/widgets';
import { publishedRevision } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';

const HomeWidgets = z.object({ widgets: z.nullable(z.array(Widget)) });

/**
 * The widgets of the newest home page that the reader may see. A page without a list of widgets has the default ones. A
 * page with an empty list has none.
 */
export async function findWidgets(db: Db, reader: Reader): Promise<WidgetBar> {
  const row = await readRow(
    db,
    HomeWidgets,
    sql`
      select rev.details->'widgets' as widgets from ${publishedRevision}
      where item.kind = 'home' and ${visibleTo(reader)} order by item.published_at desc, item.id desc limit 1`,
  );
  return { widgets: row?.widgets ?? defaultWidgets };
}
