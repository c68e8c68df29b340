import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { compileOnce, readRows } from '../db/rows.ts';
import { publishedRevision } from './columns.ts';
import type { ContentKind } from './details.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';

interface WantedRevisions {
  kind: ContentKind;
  id: string;
  relatedCount: number;
}

interface WantedArticle<Row extends z.ZodMiniObject> extends WantedRevisions {
  Row: Row;
  /** Columns of a Row, from `content_items item` joined with its revision `rev`. */
  columns: RawBuilder<unknown>;
}

/** Components in serialized form, because nothing on the way needs to parse them. */
export interface StoredComponents {
  json: string;
  /** The published revisions of the item and of its related items, which never change. */
  revisions: readonly [string, ...string[]];
}

/** A response with stored components. */
export type WithStored<Item> = Omit<Item, 'components'> & { components: StoredComponents };

interface Article<Row> {
  article: Row;
  components: StoredComponents;
  related: Row[];
}

/** The second condition keeps PostgreSQL from reading all items if this one has no categories. */
const isRelated = sql`item.categories && (select kept_under from requested)
  and (select cardinality(kept_under) > 0 from requested)`;

const ArticleColumns = z.object({
  /** JSON. */
  components: z.nullable(z.string()),
  revision: z.uuid(),
  is_wanted: z.boolean(),
  kept_under: z.array(z.string()),
});

/**
 * An item with its components and the newest related items that the reader may see, in one statement. Undefined if it
 * does not exist or the reader may not see it.
 */
export async function findArticle<Row extends z.ZodMiniObject>(
  db: Db,
  reader: Reader,
  { kind, id, Row, columns, relatedCount }: WantedArticle<Row>,
): Promise<Article<z.infer<Row>> | undefined> {
  const rows = await readRows(
    db,
    Row,
    sql`
      with requested as (
        select ${columns}, rev.components::text as components, rev.id as revision, true as is_wanted, rev.categories as kept_under
        from ${publishedRevision}
        where item.id = ${id} and item.kind = ${kind} and ${visibleTo(reader)}
      ), related as (
        select ${columns}, null as components, rev.id as revision, false as is_wanted, item.categories as kept_under
        from ${publishedRevision}
        where item.kind = ${kind} and item.id <> ${id} and ${visibleTo(reader)} and ${isRelated}
        order by item.published_at desc, item.id desc limit ${relatedCount}
      )
      select * from requested union all select * from related`,
    ArticleColumns,
  );
  const article = rows.find((row) => row.is_wanted);
  if (!article) return undefined;
  const related = rows.filter((row) => row !== article);
  const revisions = [article.revision, ...related.map((row) => row.revision)] as const;
  return {
    article,
    components: { json: article.components ?? '[]', revisions },
    related,
  };
}

interface WantedRelated<Row extends z.ZodMiniObject> extends Omit<WantedArticle<Row>, 'id'> {
  /** A draft, which has its own categories. */
  draft: { id: string; categories: string[] };
}

/** The newest items related to a draft that the reader may see. */
export function findRelated<Row extends z.ZodMiniObject>(
  db: Db,
  reader: Reader,
  { kind, draft, Row, columns, relatedCount }: WantedRelated<Row>,
): Promise<Array<z.infer<Row>>> {
  return readRows(
    db,
    Row,
    sql`
      with requested as (select ${draft.categories}::text[] as kept_under)
      select ${columns} from ${publishedRevision}
      where item.kind = ${kind} and item.id <> ${draft.id} and ${visibleTo(reader)} and ${isRelated}
      order by item.published_at desc, item.id desc limit ${relatedCount}`,
  );
}

/**
 * How items of a kind are read and shaped. The shape is made from revisions alone, without the reader, so it is the
 * same for everyone who sees them.
 */
export interface ArticleShape<Kind extends ContentKind, Row extends z.ZodMiniObject, Item> {
  kind: Kind;
  relatedCount: number;
  Row: Row;
  /** Columns of a Row, from `content_items item` joined with its revision `rev`. */
  columns: RawBuilder<unknown>;
  itemOf(article: z.infer<Row>, related: Array<z.infer<Row>>): Omit<Item, 'components'>;
}

/** An item with its stored components, as `findArticle` finds it. */
export async function findShapedArticle<Row extends z.ZodMiniObject, Item>(
  db: Db,
  reader: Reader,
  { itemOf, ...wanted }: ArticleShape<ContentKind, Row, Item>,
  id: string,
): Promise<WithStored<Item> | undefined> {
  const found = await findArticle(db, reader, { ...wanted, id });
  return found && { ...itemOf(found.article, found.related), components: found.components };
}

const RevisionRow = z.object({ revision: z.uuid() });

const readRevisions = compileOnce(RevisionRow, (wanted: Omit<Reader, 'id'> & WantedRevisions) => {
  const isVisible = visibleTo(wanted);
  return sql`
    with requested as (
      select item.published_revision_id as revision, item.categories as kept_under from content_items item
      where item.id = ${wanted.id} and item.kind = ${wanted.kind} and ${isVisible}
    ), related as (
      select item.published_revision_id as revision from content_items item
      where item.kind = ${wanted.kind} and item.id <> ${wanted.id} and ${isVisible} and ${isRelated}
      order by item.published_at desc, item.id desc limit ${wanted.relatedCount}
    )
    select revision from requested union all select revision from related`;
});

/**
 * The published revisions that `findArticle` would read, in the same order, without reading them; undefined if the item
 * does not exist or the reader may not see it.
 */
export async function findArticleRevisions(
  db: Db,
  reader: Reader,
  wanted: WantedRevisions,
): Promise<readonly [string, ...string[]] | undefined> {
  const rows = await readRevisions(db, { ...reader, ...wanted });
  const [first, ...others] = rows.map(({ revision }) => revision);
  return first === undefined ? undefined : [first, ...others];
}
