import { sql, type RawBuilder } from 'kysely';
import type { SearchQuery } from '@portico/contracts/search';
import { addressedTo, isExpired, isStillToCome, type Addressee, type Reader } from '../../visibility/visibility.ts';

/** The buckets whose items are addressed to the reader, as rows: the audience half of the visibility predicate. */
export function visibleBuckets(reader: Addressee, kinds: readonly string[]): RawBuilder<{ id: number; kind: string }> {
  return sql`select item.id, item.kind from search_buckets item where item.kind = any (${[...kinds]}::text[]) and ${addressedTo(reader)}`;
}

/** Docs to skip in those buckets, as rows: not published yet, expired, replaced or withdrawn. There are only a few. */
export function hiddenDocs({ now }: Pick<Reader, 'now'>): RawBuilder<{ doc: string }> {
  return sql`select item.doc from search_items item where ${isStillToCome(now)}
    union all select item.doc from search_items item where ${isExpired(now)}
    union all select gone.doc from search_gone gone`;
}

/** Up to this many docs with a word are each checked for being hidden; beyond it, the few hidden ones do not matter. */
const MAX_EXACT_COUNT = 2000;

/**
 * The number of docs visible to the reader that contain a lexeme. Needs the common table expressions `bucket` and
 * `hidden`. Exact up to MAX_EXACT_COUNT, and always 0 if every doc with the lexeme is hidden.
 */
export function visibleDocFrequency(lexeme: RawBuilder<unknown>): RawBuilder<number> {
  const postings = sql`from search_postings posting where posting.lexeme = ${lexeme} and posting.bucket in (select id from bucket)`;
  return sql<number>`(
    select case when not exists (select from hidden) or total > greatest(${MAX_EXACT_COUNT}::int, (select count(*) from hidden)) then total
      else (select count(*) from (select unnest(posting.entries) as entry ${postings}) one where entry >> 12 not in (select doc from hidden)) end::int
    from (select coalesce(sum(posting.size), 0) as total ${postings}) counted)`;
}

export type SearchFilters = Pick<SearchQuery, 'from' | 'to' | 'category' | 'department'>;

export interface SearchScope {
  /** The common table expressions `bucket` and `hidden`, and `fitting` if filters apply. */
  tables: RawBuilder<unknown>;
  hasFilters: boolean;
}

/** The docs that a search covers. */
export function searchScopeFor(reader: Reader, kinds: readonly string[], filters: SearchFilters): SearchScope {
  const conditions = filterConditions(filters);
  const tables = [
    sql`bucket as materialized (${visibleBuckets(reader, kinds)})`,
    sql`hidden as materialized (${hiddenDocs(reader)})`,
    ...(conditions.length > 0
      ? [
          sql`fitting as materialized (
      select search.doc from search_items search join content_items item on item.id = search.item_id where ${sql.join(conditions, sql` and `)})`,
        ]
      : []),
  ];
  return { tables: sql.join(tables, sql`, `), hasFilters: conditions.length > 0 };
}

/** Conditions on rows of `content_items` named `item`. */
function filterConditions({ from, to, category, department }: SearchFilters): Array<RawBuilder<boolean>> {
  const date = sql`(case when item.kind = 'event' then item.starts_at else item.published_at end)`;
  return [
    ...(from ? [sql<boolean>`${date} >= ${from}`] : []),
    ...(to ? [sql<boolean>`${date} < ${to}`] : []),
    ...(category?.length
      ? [sql<boolean>`item.categories && (select filing_names_for('category', ${category}::text[]))`]
      : []),
    ...(department?.length
      ? [sql<boolean>`item.department = any ((select filing_names_for('department', ${department}::text[]))::text[])`]
      : []),
  ];
}
