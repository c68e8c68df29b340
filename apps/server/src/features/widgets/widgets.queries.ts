import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { defaultWidgets, Widget, type WidgetBar } from '@portico/contracts/widgets';
import { previewedRevision, publishedRevision } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRow } from '../../db/rows.ts';

/** The widgets of the newest home page that the reader may see. */
export function findWidgets(db: Db, reader: Reader): Promise<WidgetBar> {
  return find(
    db,
    sql`from ${publishedRevision} where item.kind = 'home' and ${visibleTo(reader)} order by item.published_at desc, item.id desc`,
  );
}

/** For editors: the widgets of the latest draft of the home page, or else of its published revision. */
export function findWidgetsDraft(db: Db, reader: Reader): Promise<WidgetBar> {
  return find(
    db,
    sql`from ${previewedRevision}
    where item.kind = 'home' and (item.draft_revision_id is not null or ${visibleTo(reader)})
    order by (item.draft_revision_id is null), case when item.draft_revision_id is null then item.published_at else item.updated_at end desc, item.id desc`,
  );
}

const HomeWidgets = z.object({ widgets: z.nullable(z.array(Widget)) });

/** A page without a list of widgets has the default ones. A page with an empty list has none. */
async function find(db: Db, home: RawBuilder<unknown>): Promise<WidgetBar> {
  const row = await readRow(db, HomeWidgets, sql`select rev.details->'widgets' as widgets ${home} limit 1`);
  return { widgets: row?.widgets ?? defaultWidgets };
}
