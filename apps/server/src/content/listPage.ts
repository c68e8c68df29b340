import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { MAX_COUNTED, MAX_PAGE, MAX_PAGE_SIZE, type PageTotal, type SortDirection } from '@portico/contracts/paging';
import type { Db } from '../db/pool.ts';
import { BigInteger, boundOf, limitTo, pageOf, readPage } from '../db/rows.ts';
import { storedTotal, type StoredTotal } from './storedTotals.ts';
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

/** Which items a list includes. */
export interface ListedItems {
  /** Conditions on `item`. */
  where: RawBuilder<boolean>;
  /** Filters that are served by an index. They can match few items or most of them. */
  found?: FoundItems | undefined;
}

interface FoundItems {
  /** A statement that returns the `id` of each item that matches the filter, of any kind. */
  ids: RawBuilder<unknown>;
  /** The same as a condition on `item`; refers to the ids as `found`. */
  isFound: RawBuilder<boolean>;
  /** Above this number, ids are not looked up one by one. */
  maxFew: number;
}

/** The items of a kind that the reader may see and the filters match. */
export function listedItems(
  reader: Reader,
  kind: ContentKind,
  { from, to, category = [], department, text }: ListFilters,
): ListedItems {
  // A literal, so that every plan can use the indexes for a single kind.
  const conditions = [sql`item.kind = ${sql.lit(kind)}`, visibleTo(reader)];
  if (from) conditions.push(sql`item.published_at >= ${from}`);
  if (to) conditions.push(sql`item.published_at < ${to}`);
  if (department?.length)
    conditions.push(
      sql`item.department = any ((select filing_names_for('department', ${department}::text[]))::text[])`,
    );
  return { where: sql<boolean>`${sql.join(conditions, sql` and `)}`, found: foundBy(text, category) };
}

function foundBy(text = '', category: string[]): FoundItems | undefined {
  const withWords = sql`content_words where words @@ ${wordsOf(text)}`;
  const hasCategory = sql<boolean>`item.published_revision_id is not null and item.categories && (select filing_names_for('category', ${category}::text[]))`;
  if (text === '' && category.length === 0) return undefined;
  if (text === '')
    return { ids: sql`select id from content_items item where ${hasCategory}`, isFound: hasCategory, maxFew: 200 };
  return {
    ids:
      category.length === 0
        ? sql`select item_id as id from ${withWords}`
        : sql`select id from content_items item where ${hasCategory} and id in (select item_id from ${withWords})`,
    // The ids are hashed, not looked up one by one.
    isFound: unindexed(sql`item.id in (select id from found)`),
    maxFew: 2000,
  };
}

/**
 * The stored total of the items of a kind, which exists only for all items that the reader may see: filters have none.
 */
export const totalOf = (reader: Reader, kind: ContentKind, filters: ListFilters): Partial<StoredTotal> =>
  Object.values(filters).every((value: string | string[] | undefined) => !value?.length)
    ? storedTotal(reader, kind)
    : {};

interface ListPage<Row> extends ListedItems {
  /** A statement that returns the `total`; if omitted, items are counted up to `MAX_COUNTED`. */
  total?: RawBuilder<unknown>;
  /** The other columns of that statement. */
  totals?: StoredTotal['totals'];
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
export async function listPage<Row extends z.ZodMiniObject<{ id: z.ZodMiniType<string> }>>(
  db: Db,
  list: ListPage<Row>,
): Promise<{ rows: Array<z.infer<Row>> } & PageTotal> {
  const { where, found, orderBy, sort, Row, columns, join = sql``, page, pageSize } = list;
  const direction = sql.raw(sort === 'Ascending' ? 'asc' : 'desc');
  const order = sql`order by ${orderBy} ${direction}, item.id ${direction}`;
  const counted = page * pageSize < MAX_COUNTED ? MAX_COUNTED : MAX_PAGE * MAX_PAGE_SIZE;
  const bound = boundOf(page, pageSize);
  // If a filter found few items, they are all in few_items.
  const others = (isFound: RawBuilder<boolean>) =>
    sql<boolean>`${where} and not (select are_few from few) and ${isFound}`;
  const first = found
    ? sql`(select * from few_items item union all
        (select item.* from content_items item where ${others(unindexed(found.isFound))} ${order} ${limitTo(bound)})) item`
    : sql`content_items item where ${where}`;
  const total = list.total ?? countUpTo(counted, found ? others(found.isFound) : where, found !== undefined);
  const { rows, total: matching } = await readPage(
    db,
    Row,
    sql`
      with ${found ? sql`${fewOf(found, where)},` : sql``} page as (
        select * from (
          select item.*, row_number() over (${order}) as position
          from ${first} ${order} ${limitTo(bound)}
        ) item ${page === 1 ? sql`` : pageOf(page, pageSize)}
      )
      select all_matching.*, page_items.*
      from (${total}) all_matching
      left join lateral (
        select item.position, ${columns} from page item join content_revisions rev on rev.id = item.published_revision_id ${join}
      ) page_items on true
      order by page_items.position`,
    { More: Position, totals: list.totals },
  );
  return list.total || matching <= counted ? { rows, total: matching } : { rows, total: counted, totalIsMinimum: true };
}

/**
 * Wrapping the condition in an expression keeps PostgreSQL from using its index, so items are read in the list's order.
 */
const unindexed = (condition: RawBuilder<boolean>): RawBuilder<boolean> => sql`(${condition}) is true`;

/** One more than the limit shows that there are more. */
const countUpTo = (counted: number, others: RawBuilder<boolean>, hasFew: boolean): RawBuilder<unknown> => sql`
  select (count(*) ${hasFew ? sql`+ (select count(*) from few_items)` : sql``})::int as total
  from (select from content_items item where ${others} ${limitTo(counted + 1)}) item`;

/**
 * The items that a filter found, if they are few: looking them up is fast. If they are many, scanning all items in the
 * list's order soon finds the first ones. Which is faster depends on the filter's value, so no single plan fits all
 * values.
 */
const fewOf = ({ ids, maxFew }: FoundItems, where: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  found as materialized (${ids}),
  few as materialized (select not exists (select from found offset ${sql.lit(maxFew)}) as are_few),
  few_items as materialized (
    select item.* from content_items item
    where (select are_few from few) and item.id = any (array(select id from found)) and ${where}
  )`;
