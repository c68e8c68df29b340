import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { ComponentTree } from '@portico/kinds/content';
import { withoutQuestions } from '@portico/kinds/withoutQuestions';
import { ContentPagePath, type ContentPage } from '@portico/contracts/pages';
import { publishedRevision, summaryColumns, summaryOf, SummaryRow } from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { readRow, storedJson } from '../../db/rows.ts';

const PageRow = z.extend(SummaryRow, {
  path: ContentPagePath,
  revisionId: z.uuid(),
  components: storedJson<ComponentTree>(),
});

/**
 * The content page at a portal path, or the page that used to have this path, in which case its `path` differs.
 * Undefined when it does not exist or the reader may not see it.
 */
export async function findPage(db: Db, reader: Reader, path: ContentPagePath): Promise<ContentPage | undefined> {
  const isThere = sql`(item.path = ${path} or item.id = (select item_id from content_redirects where from_path = ${path}))`;
  const row = await readRow(
    db,
    PageRow,
    sql`
      select ${summaryColumns}, item.path, rev.id as "revisionId", rev.components from ${publishedRevision}
      where item.kind = 'page' and ${isThere} and ${visibleTo(reader)}
      order by item.path = ${path} desc limit 1`,
  );
  if (!row) return undefined;
  const { id, header, description, image, publishedAt } = summaryOf(row);
  const { path: current, revisionId, components } = row;
  return {
    id,
    path: current,
    header,
    description,
    image,
    publishedAt,
    revisionId,
    components: withoutQuestions(components),
  };
}
