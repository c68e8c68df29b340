import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../db/pool.ts';
import { withoutQuestions } from '@portico/kinds/withoutQuestions';
import { compileOnce, readRows } from '../db/rows.ts';
import { publishedRevision } from './columns.ts';
import type { ContentKind } from './details.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';

/**
 * The published revisions of an item and of its newest related items that the reader may see, in this order. They never
 * change.
 */
export type Revisions = readonly [string, ...string[]];

/** Components in serialized form, because nothing on the way needs to parse them. */
export interface StoredComponents {
  json: string;
  revisions: Revisions;
}

/** A response with stored components. */
export type WithStored<Item> = Omit<Item, 'components'> & { components: StoredComponents };

/** The second condition keeps PostgreSQL from reading all items if this one has no categories. */
const isRelated = sql`item.categories && (select kept_under from requested)
  and (select cardinality(kept_under) > 0 from requested)`;

interface WantedRelated<Row extends z.ZodMiniObject> extends Pick<
  ArticleShape<ContentKind, Row, unknown>,
  'kind' | 'relatedCount' | 'Row' | 'columns'
> {
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

const RevisionRow = z.object({ revision: z.uuid() });
const ArticleColumns = z.object({
  ...RevisionRow.shape,
  /** JSON, of the requested item. */
  components: z.nullable(z.string()),
  kept_under: z.array(z.string()),
});

type Wanted = Omit<Reader, 'id'> & { id: string };

/** Reads items of a shape; each answer is undefined if the item does not exist or the reader may not see it. */
export function articleReader<Row extends z.ZodMiniObject, Item>({
  kind,
  relatedCount,
  Row,
  columns,
  itemOf,
}: ArticleShape<ContentKind, Row, Item>) {
  const selectRevisions = compileOnce(RevisionRow, (wanted: Wanted) => {
    const isVisible = visibleTo(wanted);
    return sql`
      with requested as (
        select item.published_revision_id as revision, item.categories as kept_under from content_items item
        where item.id = ${wanted.id} and item.kind = ${kind} and ${isVisible}
      ), related as (
        select item.published_revision_id as revision from content_items item
        where item.kind = ${kind} and item.id <> ${wanted.id} and ${isVisible} and ${isRelated}
        order by item.published_at desc, item.id desc limit ${relatedCount}
      )
      select revision from requested union all select revision from related`;
  });
  const selectArticle = compileOnce(
    Row,
    (wanted: Wanted) => {
      const isVisible = visibleTo(wanted);
      return sql`
        with requested as (
          select ${columns}, rev.id as revision, rev.components::text as components, item.categories as kept_under from ${publishedRevision}
          where item.id = ${wanted.id} and item.kind = ${kind} and ${isVisible}
        ), related as (
          select ${columns}, rev.id as revision, null as components, item.categories as kept_under from ${publishedRevision}
          where item.kind = ${kind} and item.id <> ${wanted.id} and ${isVisible} and ${isRelated}
          order by item.published_at desc, item.id desc limit ${relatedCount}
        )
        select * from requested union all select * from related`;
    },
    ArticleColumns,
  );
  return {
    /** The revisions of which `readArticle` would make the item, without reading them. */
    async readRevisions(db: Db, reader: Reader, id: string): Promise<Revisions | undefined> {
      return revisionsOf(await selectRevisions(db, { ...reader, id }));
    },
    /** An item with its components and its newest related items that the reader may see, in one statement. */
    async readArticle(db: Db, reader: Reader, id: string): Promise<WithStored<Item> | undefined> {
      const rows = await selectArticle(db, { ...reader, id });
      const revisions = revisionsOf(rows);
      const [article, ...related] = rows;
      if (!revisions || !article) return undefined;
      return { ...itemOf(article, related), components: { json: forReaders(article.components ?? '[]'), revisions } };
    },
  };
}

/** Questions of confirmations say what is right, so readers get them elsewhere. */
const forReaders = (json: string): string =>
  json.includes('"questions"') ? JSON.stringify(withoutQuestions(JSON.parse(json))) : json;

function revisionsOf(rows: Array<z.infer<typeof RevisionRow>>): Revisions | undefined {
  const [first, ...others] = rows.map(({ revision }) => revision);
  return first === undefined ? undefined : [first, ...others];
}
