import { sql, type RawBuilder } from 'kysely';
import type { DocumentFormat } from '@portico/contracts/media';
import type { SearchGroupName, SearchQuery } from '@portico/contracts/search';
import { PART_SCALE } from '../../content/searchIndex.ts';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { bucketsFor, passedOver } from './searchScope.ts';
import { withinBudget } from './withinBudget.ts';
import { NAME_WEIGHT, type RankedWord, type Understanding } from './understanding.ts';

/** Which kinds of items a group holds. Source: spec §3. */
export const kindsOf: Record<SearchGroupName, readonly string[]> = {
  resourcePages: ['resource', 'page'], documents: ['document'], news: ['news'], upcomingEvents: ['event'], pastEvents: ['event'],
};

/** How many of a group's best are looked at again, for neighbouring words and age. */
const LOOKED_AT_AGAIN = 25;
/** Neighbouring words of the term that are neighbours in the text too add up to this part of the score, being new that one. */
const NEIGHBOURS_BOOST = 0.1;
const RECENCY_BOOST = 0.1;
const RECENCY_DAYS = 365;
/** Items with all words of the phrases that are looked at for the phrases themselves. */
const MAX_PHRASED = 5000;
/** Items with all words of an abbreviation's full name that are looked at for the name itself. */
const MAX_NAMED = 5000;
/** Pairs of neighbouring words that are looked for. */
const MAX_PAIRS = 12;
/** Longer texts give no snippet from further below. */
const SNIPPET_SOURCE_LENGTH = 30_000;
/** Pages of a document that are looked at for the one that fits best. */
const MAX_PAGES = 1000;

export interface RankedItem {
  group: SearchGroupName;
  id: string;
  kind: 'news' | 'event' | 'resource' | 'page' | 'document';
  path: string | null;
  header: string;
  text: string;
  categories: string[];
  department: string | null;
  published_at: string;
  starts_at: string | null;
  ends_at: string | null;
  format: DocumentFormat | null;
  page: number | null;
}

export interface Ranking {
  totals: Partial<Record<SearchGroupName, number>>;
  items: RankedItem[];
}

export interface Wanted {
  groups: readonly SearchGroupName[];
  offset: number;
  pageSize: number;
  filters: Pick<SearchQuery, 'from' | 'to' | 'category' | 'department'>;
}

/**
 * The items that the reader may see with any of the words (and all of the phrases), best first in each group, and how many there
 * are. BM25 over postings, then the best again by neighbours and age; ties by date and id. Another engine could take its place here.
 */
export async function rankItems(db: Db, reader: Reader, { words, names, phrases, sequence, collection }: Understanding, wanted: Wanted): Promise<Ranking> {
  const { ranking, counting, isCut } = withinBudget(words);
  const kinds = [...new Set(wanted.groups.flatMap((group) => kindsOf[group]))];
  const rowsWanted = wanted.offset + wanted.pageSize;
  const filters = filtersOf(wanted.filters);
  const isPassing = sql`doc not in (select doc from hidden) ${filters.length > 0 ? sql`and doc in (select doc from fits)` : sql``}
    ${phrases.length > 0 ? sql`and doc in (select doc from phrased)` : sql``}`;
  const postings = postingsOf(wanted, ranking, collection, names.length > 0);
  const { rows } = await sql<{ group: SearchGroupName; total: number } & (RankedItem | Record<keyof RankedItem, null>)>`
    with bucket as materialized (${bucketsFor(reader, kinds)}),
    hidden as materialized (${passedOver(reader)}),
    upcoming as materialized (select item.doc from search_items item where item.kind = 'event' and item.ends_at > ${reader.now}),
    ${filters.length > 0 ? sql`fits as materialized (select search.doc from search_items search join content_items item on item.id = search.item_id where ${sql.join(filters, sql` and `)}),` : sql``}
    ${phrases.length > 0 ? sql`phrased as materialized (${itemsWithPhrases(phrases)}),` : sql``}
    ${names.length > 0 ? sql`named as materialized (${itemsWithNames(names, collection)}),` : sql``}
    best as materialized (
      select wanted."group", found.doc, found.score, found.total, row_number() over (partition by wanted."group" order by found.score desc, found.doc desc) as place
      from ${rowsOfGroups(wanted)} cross join lateral (
        with fitting as materialized (
          select doc, score from (select entry >> 12 as doc, sum((entry & 4095) * weight) as score from (${postings}) posting group by 1) summed
          where ${isPassing} and (wanted.is_upcoming is null or (doc in (select doc from upcoming)) = wanted.is_upcoming)
        )
        select doc, score, (select count(*) from fitting)::int as total from fitting order by score desc, doc desc limit ${Math.max(rowsWanted, LOOKED_AT_AGAIN)}::int
      ) found
    ),
    total as (${isCut ? countByIndex(reader, counting, names, isPassing) : sql`select "group", max(total) as total from best group by "group"`}),
    again as (
      select best."group", best.place, search.doc, search.item_id, search.published_at, search.body, case when best.place > ${LOOKED_AT_AGAIN}::int then 0 else
        best.score * (1 + ${NEIGHBOURS_BOOST}::float8 * ${neighbours(sequence)}
          + ${RECENCY_BOOST}::float8 * exp(least(0, extract(epoch from search.published_at - ${reader.now}::timestamptz)) / ${RECENCY_DAYS * 86_400}::float8)) end as score
      from best join search_items search on search.doc = best.doc
    ),
    page as (
      select * from (
        select again.*, row_number() over (partition by "group" order by again.score desc, case when place > ${LOOKED_AT_AGAIN}::int then place end, published_at desc, item_id) as rank
        from again
      ) ranked where rank > ${wanted.offset}::int and rank <= ${rowsWanted}::int
    )
    select total."group", total.total, shown.* from total left join lateral (
      select page.rank, item.id, item.kind, item.path, rev.header, item.categories, item.department, item.published_at, item.starts_at, item.ends_at,
        file.format, file_text.page, coalesce(file_text.text, left(page.body, ${SNIPPET_SOURCE_LENGTH}::int)) as text
      from page join content_items item on item.id = page.item_id and ${visibleTo(reader)}
      join content_revisions rev on rev.id = item.published_revision_id
      left join files file on file.id = item.file_id
      left join lateral (${bestPage(ranking)}) file_text on item.kind = 'document'
      where page."group" = total."group"
    ) shown on true order by total."group", shown.rank`.execute(db);
  return {
    totals: Object.fromEntries(rows.map(({ group, total }) => [group, total])),
    items: rows.filter((row): row is typeof row & RankedItem => row.id !== null),
  };
}

/** The groups as rows `wanted`; `is_upcoming` says which events are in one, and is null where there are none. */
function rowsOfGroups({ groups }: Wanted): RawBuilder<unknown> {
  const isUpcoming = groups.map((group) => (group === 'upcomingEvents' ? true : group === 'pastEvents' ? false : null));
  return sql`unnest(${[...groups]}::text[], ${isUpcoming}::boolean[]) wanted ("group", is_upcoming)`;
}

/** Postings of the words, and of named items, in the buckets of the group `wanted`. */
function postingsOf({ groups }: Wanted, words: RankedWord[], collection: number, isNamed: boolean): RawBuilder<unknown> {
  const pairs = groups.flatMap((group) => kindsOf[group].map((kind) => ({ group, kind })));
  const ofGroup = sql`(select pair.kind from unnest(${pairs.map(({ group }) => group)}::text[], ${pairs.map(({ kind }) => kind)}::text[]) pair ("group", kind)
    where pair."group" = wanted."group")`;
  return sql`
    select unnest(posting.entries) as entry, word.weight
    from unnest(${words.map(({ lexeme }) => lexeme)}::text[], ${words.map((word) => weightOf(word, collection))}::float8[]) word (lexeme, weight)
    join search_postings posting on posting.lexeme = word.lexeme
    join bucket on bucket.id = posting.bucket and bucket.kind in ${ofGroup}
    ${isNamed ? sql`union all select named.entry, named.weight from named where named.kind in ${ofGroup}` : sql``}`;
}

/** Items with all of the phrases: of those with all of their words, which the index knows, the newest are looked at. */
function itemsWithPhrases(phrases: string[]): RawBuilder<unknown> {
  const allWords = phrases.map((phrase) => sql`tsv @@ plainto_tsquery('english', ${phrase})`);
  const allPhrases = phrases.map((phrase) => sql`tsv @@ phraseto_tsquery('english', ${phrase})`);
  return sql`select doc from (
      select doc, tsv from search_items where ${sql.join(allWords, sql` and `)} and bucket in (select id from bucket) and doc not in (select doc from hidden)
      order by doc desc limit ${MAX_PHRASED}::int
    ) newest where ${sql.join(allPhrases, sql` and `)}`;
}

/** What rows of `content_items` called `item` must be. */
function filtersOf({ from, to, category, department }: Wanted['filters']): Array<RawBuilder<boolean>> {
  const date = sql`(case when item.kind = 'event' then item.starts_at else item.published_at end)`;
  return [
    ...(from ? [sql<boolean>`${date} >= ${from}`] : []),
    ...(to ? [sql<boolean>`${date} < ${to}`] : []),
    ...(category?.length ? [sql<boolean>`item.categories && ${category}::text[]`] : []),
    ...(department?.length ? [sql<boolean>`item.department = any (${department}::text[])`] : []),
  ];
}

/** How much a word counts: its weight by how rare it is (BM25's idf). */
function weightOf({ weight, size }: RankedWord, collection: number): number {
  return weight * Math.log(1 + (Math.max(collection, size) - size + 0.5) / (size + 0.5));
}

/** Postings of full names of abbreviations: as if the name were a word that every such item has once. */
function itemsWithNames(names: string[], collection: number): RawBuilder<unknown> {
  const size = sql`count(*) over (partition by name.meaning)`;
  return sql`select item.doc << 12 | ${PART_SCALE}::bigint as entry, item.kind,
      ${NAME_WEIGHT}::float8 * ln(1 + (greatest(${collection}::float8, ${size}) - ${size} + 0.5) / (${size} + 0.5)) as weight
    from unnest(${names}::text[]) name (meaning)
    cross join lateral (
      select doc, kind, tsv from search_items where tsv @@ plainto_tsquery('english', name.meaning)
        and bucket in (select id from bucket) and doc not in (select doc from hidden) limit ${MAX_NAMED}::int
    ) item
    where item.tsv @@ phraseto_tsquery('english', name.meaning)`;
}

/** Exact totals when not all postings are read, as rows of groups that have any. Lexemes come from the index itself; quoting keeps them single words. */
function countByIndex(reader: Reader, words: RankedWord[], names: string[], isPassing: RawBuilder<unknown>): RawBuilder<unknown> {
  const anyWord = sql`(select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(${words.map(({ lexeme }) => lexeme)}::text[]) lexeme)`;
  const anyName = names.map((name) => sql` || phraseto_tsquery('english', ${name})`);
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`;
  return sql`select "group", total from (
      select array['news', 'documents', 'upcomingEvents', 'pastEvents', 'resourcePages'] as names, array[
        ${count(sql`kind = 'news'`)}, ${count(sql`kind = 'document'`)}, ${count(sql`kind = 'event' and ends_at > ${reader.now}`)},
        ${count(sql`kind = 'event' and ends_at <= ${reader.now}`)}, ${count(sql`kind in ('resource', 'page')`)}
      ] as totals from search_items
      where tsv @@ (select ${anyWord}${sql.join(anyName, sql``)}) and bucket in (select id from bucket) and ${isPassing}
    ) counted cross join lateral unnest(names, totals) as each ("group", total) where total > 0`;
}

/** Which part of the term's neighbouring words are neighbours in the text of `search`. */
function neighbours(sequence: string[]): RawBuilder<number> {
  const pairs = sequence.slice(1).map((_, index) => index).slice(0, MAX_PAIRS);
  if (pairs.length === 0) return sql<number>`0`;
  return sql<number>`((select count(*) from unnest(${pairs.map((index) => sequence[index]!)}::text[], ${pairs.map((index) => sequence[index + 1]!)}::text[]) pair (one, next)
    where search.tsv @@ (quote_literal(one)::tsquery <-> quote_literal(next)::tsquery))::float8 / ${pairs.length}::float8)`;
}

/** Of the pages of the file that `item` is, the first that has the most of the words. */
function bestPage(words: RankedWord[]): RawBuilder<unknown> {
  // Stems begin like their words but for a last y, which they have as i.
  const beginnings = words.map(({ lexeme }) => lexeme.replace(/(?<=.{3})i$/u, ''));
  return sql`select file_page.page, left(file_page.text, ${SNIPPET_SOURCE_LENGTH}::int) as text from file_texts file_page
    where file_page.file_id = item.file_id and file_page.page <= ${MAX_PAGES}::int
    order by (select count(*) from unnest(${beginnings}::text[]) beginning where strpos(lower(file_page.text), beginning) > 0) desc, file_page.page limit 1`;
}
