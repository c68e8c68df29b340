import { sql, type RawBuilder } from 'kysely';
import type { SortDirection } from '@portico/contracts/paging';
import type { Db } from '../db/pool.ts';
import type { ContentKind } from './publication.ts';
import { visibleTo, type Reader } from '../visibility/visibility.ts';

/** The filters of every list: `from` is inclusive, `to` exclusive; any of the categories and of the departments. */
export interface ListFilters {
  from?: string | undefined;
  to?: string | undefined;
  category?: string[] | undefined;
  department?: string[] | undefined;
}

/** The conditions on `item` of a list: the items of a kind that the reader may see and the filters match. */
export function listedItems(
  reader: Reader,
  kind: ContentKind,
  { from, to, category, department }: ListFilters,
): RawBuilder<boolean> {
  // A literal, so that every plan can use the indexes for a single kind.
  const conditions = [sql`item.kind = ${sql.lit(kind)}`, visibleTo(reader)];
  if (from) conditions.push(sql`item.published_at >= ${from}`);
  if (to) conditions.push(sql`item.published_at < ${to}`);
  if (category?.length) conditions.push(sql`item.categories && ${category}::text[]`);
  if (department?.length) conditions.push(sql`item.department = any (${department}::text[])`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

interface ListPage<Row> {
  /** Conditions on `item`. */
  where: RawBuilder<boolean>;
  /** The sort key; ties are sorted by id. */
  orderBy: RawBuilder<unknown>;
  sort: SortDirection;
  /** Columns of a row, from `content_items item` joined with its revision `rev` and what `join` adds. */
  columns: RawBuilder<Row>;
  join?: RawBuilder<unknown>;
  page: number;
  pageSize: number;
}

/** One page of a list with the total, in one statement that reads only the page's rows completely. */
export async function listPage<Row extends { id: string }>(
  db: Db,
  list: ListPage<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const { where, orderBy, sort, columns, join = sql``, page, pageSize } = list;
  const direction = sql.raw(sort === 'Ascending' ? 'asc' : 'desc');
  const { rows } = await sql<{ total: number } & Row>`
    with page as (
      select item.*, row_number() over (order by ${orderBy} ${direction}, item.id ${direction}) as position
      from content_items item where ${where}
      order by ${orderBy} ${direction}, item.id ${direction} ${pageLimit(page, pageSize)}
    )
    select all_matching.total, found.*
    from (select count(*)::int as total from content_items item where ${where}) all_matching
    left join lateral (
      select item.position, ${columns} from page item join content_revisions rev on rev.id = item.published_revision_id ${join}
    ) found on true
    order by found.position`.execute(db);
  // Beyond the last page there is one row with only the total.
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/**
 * A constant row limit as part of the statement's text, so that PostgreSQL plans for a few rows: for a parameter it
 * expects a tenth of the table and reads all of it.
 */
export const limitTo = (rows: number): RawBuilder<unknown> => sql`limit ${sql.lit(rows)}`;

/** Only the first page, which most people read, is worth a separate statement. */
function pageLimit(page: number, pageSize: number): RawBuilder<unknown> {
  return page === 1 ? limitTo(pageSize) : sql`limit ${pageSize} offset ${(page - 1) * pageSize}`;
}
