import { sql, type RawBuilder } from 'kysely';
import type { ComponentTree } from '@portico/contracts/content';
import type { ContentPage, ContentPagePath } from '@portico/contracts/pages';
import {
  previewedRevision,
  publishedRevision,
  summaryColumns,
  summaryOf,
  type SummaryRow,
} from '../../content/columns.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';

/** The content page at a portal path, or undefined when it does not exist or the reader may not see it. */
export function findPage(db: Db, reader: Reader, path: ContentPagePath): Promise<ContentPage | undefined> {
  return find(db, path, publishedRevision, sql`item.kind = 'page' and item.path = ${path} and ${visibleTo(reader)}`);
}

/** The newest draft for a portal path, or else the page published there; for editors. */
export function findPageDraft(db: Db, path: ContentPagePath): Promise<ContentPage | undefined> {
  return find(db, path, previewedRevision, sql`item.kind = 'page' and rev.details->>'path' = ${path}`);
}

async function find(
  db: Db,
  path: ContentPagePath,
  revision: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<ContentPage | undefined> {
  const {
    rows: [row],
  } = await sql<SummaryRow & { components: ComponentTree }>`
    select ${summaryColumns}, rev.components from ${revision} where ${where}
    order by (item.draft_revision_id is null), item.updated_at desc limit 1`.execute(db);
  if (!row) return undefined;
  const { id, header, description, image, publishedAt } = summaryOf(row);
  return { id, path, header, description, image, publishedAt, components: row.components };
}
