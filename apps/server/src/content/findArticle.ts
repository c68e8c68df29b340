import { sql, type RawBuilder } from 'kysely';
import type { ComponentTree } from '@portico/contracts/content';
import type { Db } from '../db/pool.ts';
import { previewedRevision, publishedRevision } from './columns.ts';
import type { ContentKind } from './publication.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';

interface WantedArticle<Row> {
  kind: ContentKind;
  id: string;
  /** The draft, or else the published revision; for editors. */
  isPreview: boolean;
  /** Columns of a row, from `content_items item` joined with its revision `rev`. */
  columns: RawBuilder<Row>;
  relatedCount: number;
}

/**
 * An item with its components and the newest related items that the reader may see, in one statement. Undefined when it
 * does not exist or the reader may not see it.
 */
export async function findArticle<Row extends { id: string }>(
  db: Db,
  reader: Reader,
  { kind, id, isPreview, columns, relatedCount }: WantedArticle<Row>,
): Promise<{ article: Row; components: ComponentTree; related: Row[] } | undefined> {
  const { rows } = await sql<Row & { components: ComponentTree | null; is_wanted: boolean }>`
    with wanted as (
      select ${columns}, rev.components, true as is_wanted, rev.categories as kept_under
      from ${isPreview ? previewedRevision : publishedRevision}
      where item.id = ${id} and item.kind = ${kind} and ${isPreview ? sql<boolean>`true` : visibleTo(reader)}
    ), related as (
      select ${columns}, null::jsonb as components, false as is_wanted, item.categories as kept_under
      from ${publishedRevision}
      where item.kind = ${kind} and item.id <> ${id} and ${visibleTo(reader)} and item.categories && (select kept_under from wanted)
      order by item.published_at desc, item.id desc limit ${relatedCount}
    )
    select * from wanted union all select * from related`.execute(db);
  const article = rows.find((row) => row.is_wanted);
  return article && { article, components: article.components ?? [], related: rows.filter((row) => row !== article) };
}
