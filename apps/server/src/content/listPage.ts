import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { MAX_PAGE, MAX_PAGE_SIZE, type SortDirection } from '@portico/contracts/paging';
import type { Db } from '../db/pool.ts';
import { BigInteger, readPage } from '../db/rows.ts';
import { keptTotal } from './keptTotals.ts';
import type { ContentKind } from './details.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';
import { wordsOf } from './wordsOf.ts';

/**
 * The filters of every list: `from` is inclusive, `to` exclusive; any of the categories and of the departments; all
 * words of `text`.
 */
export interface ListFilters {
  from?: string | undefined;
  to?: string | undefined;
  category?: string[] | undefined;
  department?: string[] | undefined;
  text?: string | undefined;
}

/** The conditions on `item` of a list: the items of a kind that the reader may see and the filters match. */
export function listedItems(
  reader: Reader,
  kind: ContentKind,
  { from, to, category, department, text }: ListFilters,
): RawBuilder<boolean> {
  // A literal, so that every plan can use the indexes for a single kind.
  const conditions = [sql`item.kind = ${sql.lit(kind)}`, visibleTo(reader)];
  if (from) conditions.push(sql`item.published_at >= ${from}`);
  if (to) conditions.push(sql`item.published_at < ${to}`);
  if (category?.length) conditions.push(sql`item.categories && ${category}::text[]`);
  if (department?.length) conditions.push(sql`item.department = any (${department}::text[])`);
  if (text) conditions.push(sql`item.id in (select item_id from content_words where words @@ ${wordsOf(text)})`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/**
 * The total of the items of a kind if it is kept, which it is of all that the reader may see, not of what filters
 * match.
 */
export const totalOf = (reader: Reader, kind: ContentKind, filters: ListFilters): RawBuilder<unknown> | undefined =>
  Object.values(filters).every((value: string | string[] | undefined) => !value?.length)
    ? keptTotal(reader, kind)
    : undefined;

interface ListPage<Row> {
  /** Conditions on `item`. */
  where: RawBuilder<boolean>;
  /** A statement with the `total`; they are counted when it is left out. */
  total?: RawBuilder<unknown> | undefined;
  /** The sort key; ties are sorted by id. */
  orderBy: RawBuilder<unknown>;
  sort: SortDirection;
  Row: Row;
  /** Columns of a Row, from `content_items item` joined with its revision `rev` and what `join` adds. */
  columns: RawBuilder<unknown>;
  join?: RawBuilder<unknown>;
  page: number;
  pageSize: number;
}

const Position = z.object({ position: BigInteger });

/** One page of a list with the total, in one statement that reads only the page's rows completely. */
export function listPage<Row extends z.ZodMiniObject<{ id: z.ZodMiniType<string> }>>(
  db: Db,
  list: ListPage<Row>,
): Promise<{ rows: Array<z.infer<Row>>; total: number }> {
  const { where, orderBy, sort, Row, columns, join = sql``, page, pageSize } = list;
  const total = list.total ?? sql`select count(*)::int as total from content_items item where ${where}`;
  const direction = sql.raw(sort === 'Ascending' ? 'asc' : 'desc');
  return readPage(
    db,
    Row,
    sql`
      with page as (
        select * from (
          select item.*, row_number() over (order by ${orderBy} ${direction}, item.id ${direction}) as position
          from content_items item where ${where}
          order by ${orderBy} ${direction}, item.id ${direction} ${limitTo(boundOf(page, pageSize))}
        ) item ${page === 1 ? sql`` : sql`limit ${pageSize} offset ${(page - 1) * pageSize}`}
      )
      select all_matching.total, found.*
      from (${total}) all_matching
      left join lateral (
        select item.position, ${columns} from page item join content_revisions rev on rev.id = item.published_revision_id ${join}
      ) found on true
      order by found.position`,
    Position,
  );
}

/**
 * A constant row limit as part of the statement's text, so that PostgreSQL plans for a few rows: for a parameter it
 * expects a tenth of the table and reads all of it.
 */
export const limitTo = (rows: number): RawBuilder<unknown> => sql`limit ${sql.lit(rows)}`;

/** How many items are read at most for a page after the first. Few bounds, because each makes another statement. */
const BOUNDS = [100, 1000, 10_000, MAX_PAGE * MAX_PAGE_SIZE];

/** The first page, which most people read, is worth a statement that reads only its own items. */
const boundOf = (page: number, pageSize: number): number =>
  page === 1 ? pageSize : BOUNDS.find((bound) => page * pageSize <= bound)!;
