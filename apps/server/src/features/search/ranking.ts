import { sql, type RawBuilder } from 'kysely';
import type { DocumentFormat } from '@portico/contracts/media';
import type { SearchGroupName, SearchQuery } from '@portico/contracts/search';
import { PART_SCALE } from '../../content/searchIndex.ts';
import { visibleTo, type Reader } from '../../content/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { bucketsFor, passedOver } from './searchScope.ts';
import { NAME_WEIGHT, type RankedWord, type Understanding } from './understanding.ts';

/** Which kinds of items a group holds. Source: spec §3. */
export const kindsOf: Record<SearchGroupName, readonly string[]> = {
  resourcePages: ['resource', 'page'], documents: ['document'], news: ['news'], upcomingEvents: ['event'], pastEvents: ['event'],
};

/** How many of a group's best are looked at again, for neighbouring words and age. */
const LOOKED_AT_AGAIN = 50;
/** Neighbouring words of the term that are neighbours in the text too add up to this part of the score, being new that one. */
const NEIGHBOURS_BOOST = 0.1;
const RECENCY_BOOST = 0.1;
const RECENCY_DAYS = 365;
/** Postings that are read for one search: beyond that the commonest words no longer rank, and only count. */
export const MAX_POSTINGS = 60_000;
/** Items with all words of a phrase that are looked at for the phrase itself, the best first. */
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
  const { ranking, isCut } = withinBudget(words);
  const kinds = [...new Set(wanted.groups.flatMap((group) => kindsOf[group]))];
  const rowsWanted = wanted.offset + wanted.pageSize;
  const filtered = filterOf(wanted.filters, phrases);
  const { rows } = await sql<{ group: SearchGroupName; total: number } & (RankedItem | Record<keyof RankedItem, null>)>`
    with bucket as materialized (${bucketsFor(reader, kinds)}),
    hidden as materialized (${passedOver(reader)}),
    upcoming as materialized (select item.doc from search_items item where item.kind = 'event' and item.ends_at > ${reader.now}),
    ${filtered ? sql`fits as materialized (select search.doc from search_items search join content_items item on item.id = search.item_id where ${filtered}),` : sql``}
    summed as materialized (
      select doc, ${groupOf(sql`(${kinds}::text[])[kind]`, sql`doc in (select doc from upcoming)`)} as "group", score from (
        select posting.entry >> 12 as doc, max(posting.kind) as kind, sum((posting.entry & 4095) * posting.weight) as score from (
          select unnest(posting.entries) as entry, bucket.kind, word.weight
          from unnest(${ranking.map(({ lexeme }) => lexeme)}::text[], ${ranking.map((word) => weightOf(word, collection))}::float8[]) word (lexeme, weight)
          join search_postings posting on posting.lexeme = word.lexeme
          join (select id, array_position(${kinds}::text[], kind) as kind from bucket) bucket on bucket.id = posting.bucket
          ${names.length > 0 ? sql`union all ${itemsWithNames(names, kinds, collection)}` : sql``}
        ) posting
        where posting.entry >> 12 not in (select doc from hidden) ${filtered ? sql`and posting.entry >> 12 in (select doc from fits)` : sql``}
        group by 1
      ) added
    ),
    ${phrases.length === 0 ? sql`scored as (select * from summed),` : sql`scored as materialized (
      select best.* from (select * from summed order by score desc, doc desc limit ${MAX_PHRASED}::int) best join search_items item using (doc)
      where ${sql.join(phrases.map((phrase) => sql`item.tsv @@ phraseto_tsquery('english', ${phrase})`), sql` and `)}
    ),`}
    total as (${isCut && phrases.length === 0 ? countByIndex(reader, words, names, filtered) : sql`select "group", count(*)::int as total from scored group by "group"`}),
    best as (
      select wanted."group", found.* from unnest(${[...wanted.groups]}::text[]) wanted ("group")
      cross join lateral (
        select doc, score, row_number() over (order by score desc, doc desc) as place from (
          select doc, score from scored where scored."group" = wanted."group" order by score desc, doc desc limit ${Math.max(rowsWanted, LOOKED_AT_AGAIN)}::int
        ) top
      ) found
    ),
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

/** The rarest words that may be read together; one of them always. */
function withinBudget(words: RankedWord[]): { ranking: RankedWord[]; isCut: boolean } {
  let postings = 0;
  const ranking = words.toSorted((a, b) => a.size - b.size).filter(({ size }, index) => {
    postings += size;
    return index === 0 || postings <= MAX_POSTINGS;
  });
  return { ranking, isCut: ranking.length < words.length };
}

function groupOf(kind: RawBuilder<unknown>, isUpcoming: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case ${kind} when 'news' then 'news' when 'document' then 'documents' when 'event' then
    case when ${isUpcoming} then 'upcomingEvents' else 'pastEvents' end else 'resourcePages' end`;
}

/** What a row of `content_items` called `item` and its row of `search_items` called `search` must be, or undefined when nothing is asked. */
function filterOf({ from, to, category, department }: Wanted['filters'], phrases: string[]): RawBuilder<boolean> | undefined {
  const conditions = phrases.map((phrase) => sql`search.tsv @@ plainto_tsquery('english', ${phrase})`);
  const date = sql`(case when item.kind = 'event' then item.starts_at else item.published_at end)`;
  if (from) conditions.push(sql`${date} >= ${from}`);
  if (to) conditions.push(sql`${date} < ${to}`);
  if (category?.length) conditions.push(sql`item.categories && ${category}::text[]`);
  if (department?.length) conditions.push(sql`item.department = any (${department}::text[])`);
  return conditions.length > 0 ? sql<boolean>`${sql.join(conditions, sql` and `)}` : undefined;
}

/** How much a word counts: its weight by how rare it is (BM25's idf). */
function weightOf({ weight, size }: RankedWord, collection: number): number {
  return weight * Math.log(1 + (Math.max(collection, size) - size + 0.5) / (size + 0.5));
}

/** Postings of full names of abbreviations: as if the name were a word that every such item has once. */
function itemsWithNames(names: string[], kinds: string[], collection: number): RawBuilder<unknown> {
  const size = sql`count(*) over (partition by name.meaning)`;
  return sql`select item.doc << 12 | ${PART_SCALE}::bigint, array_position(${kinds}::text[], item.kind),
      ${NAME_WEIGHT}::float8 * ln(1 + (greatest(${collection}::float8, ${size}) - ${size} + 0.5) / (${size} + 0.5))
    from unnest(${names}::text[]) name (meaning)
    cross join lateral (
      select doc, kind, tsv from search_items where tsv @@ plainto_tsquery('english', name.meaning)
        and bucket in (select id from bucket) and doc not in (select doc from hidden) limit ${MAX_NAMED}::int
    ) item
    where item.tsv @@ phraseto_tsquery('english', name.meaning)`;
}

/** Exact totals when not all postings are read. Lexemes come from the index itself; quoting keeps them single words. */
function countByIndex(reader: Reader, words: RankedWord[], names: string[], filtered: unknown): RawBuilder<unknown> {
  const anyWord = sql`(select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(${words.map(({ lexeme }) => lexeme)}::text[]) lexeme)`;
  const anyName = names.map((name) => sql` || phraseto_tsquery('english', ${name})`);
  return sql`select ${groupOf(sql`search.kind`, sql`search.ends_at > ${reader.now}`)} as "group", count(*)::int as total from search_items search
    where search.tsv @@ (select ${anyWord}${sql.join(anyName, sql``)}) and search.bucket in (select id from bucket)
      and search.doc not in (select doc from hidden) ${filtered ? sql`and search.doc in (select doc from fits)` : sql``} group by 1`;
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
