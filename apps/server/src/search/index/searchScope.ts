import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery } from '@portico/contracts/search';
import { addressedTo, isExpired, isStillToCome, type Reader } from '../../visibility/visibility.ts';

/** Ids of the buckets whose items are addressed to the reader, as a set of rows: the audience's part of the one predicate. */
export function bucketsFor(reader: Reader, kinds: readonly string[]): RawBuilder<{ id: number; kind: string }> {
  return sql`select item.id, item.kind from search_buckets item where item.kind = any (${[...kinds]}::text[]) and ${addressedTo(reader)}`;
}

/** Numbers in those buckets that must be passed over: not yet or no longer shown, replaced or taken back. Few, as a set of rows. */
export function hiddenDocs({ now }: Pick<Reader, 'now'>): RawBuilder<{ doc: string }> {
  return sql`select item.doc from search_items item where ${isStillToCome(now)}
    union all select item.doc from search_items item where ${isExpired(now)}
    union all select gone.doc from search_gone gone`;
}

/** Up to this many postings of a word are counted one by one where some could be hidden; among more the hidden few make no difference. */
const COUNTED_EXACTLY = 2000;

/**
 * In how many items that the reader may see a lexeme occurs, given `bucket` and `hidden` as common tables. Exact up to
 * COUNTED_EXACTLY, and always 0 when all of them are hidden.
 */
export function visibleCount(lexeme: RawBuilder<unknown>): RawBuilder<number> {
  const postings = sql`from search_postings posting where posting.lexeme = ${lexeme} and posting.bucket in (select id from bucket)`;
  return sql<number>`(
    select case when not exists (select from hidden) or total > greatest(${COUNTED_EXACTLY}::int, (select count(*) from hidden)) then total
      else (select count(*) from (select unnest(posting.entries) as entry ${postings}) one where entry >> 12 not in (select doc from hidden)) end::int
    from (select coalesce(sum(posting.size), 0) as total ${postings}) counted)`;
}

export type SearchFilters = Pick<SearchQuery, 'from' | 'to' | 'category' | 'department'>;

export interface Scope {
  /** The common tables `bucket` and `hidden`, and `fitting` when something is demanded of items. */
  tables: RawBuilder<unknown>;
  isNarrowed: boolean;
}

/** The items among which a search looks for words. */
export function scopeOf(reader: Reader, kinds: readonly string[], filters: SearchFilters): Scope {
  const conditions = conditionsOf(filters);
  const tables = [
    sql`bucket as materialized (${bucketsFor(reader, kinds)})`,
    sql`hidden as materialized (${hiddenDocs(reader)})`,
    ...(conditions.length > 0
      ? [
          sql`fitting as materialized (
      select search.doc from search_items search join content_items item on item.id = search.item_id where ${sql.join(conditions, sql` and `)})`,
        ]
      : []),
  ];
  return { tables: sql.join(tables, sql`, `), isNarrowed: conditions.length > 0 };
}

/** What rows of `content_items` called `item` must be. */
function conditionsOf({ from, to, category, department }: SearchFilters): Array<RawBuilder<boolean>> {
  const date = sql`(case when item.kind = 'event' then item.starts_at else item.published_at end)`;
  return [
    ...(from ? [sql<boolean>`${date} >= ${from}`] : []),
    ...(to ? [sql<boolean>`${date} < ${to}`] : []),
    ...(category?.length ? [sql<boolean>`item.categories && ${category}::text[]`] : []),
    ...(department?.length ? [sql<boolean>`item.department = any (${department}::text[])`] : []),
  ];
}
