import { sql, type RawBuilder } from 'kysely';
import type { DocumentFormat } from '@portico/contracts/media';
import type { SearchGroupName } from '@portico/contracts/search';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import { findTopDocs, kindsOf, type GroupOfItems } from './topDocs.ts';
import { itemsWithPhrases } from './phrases.ts';
import { scopeOf, type SearchFilters } from '../index/searchScope.ts';
import { withinBudget } from './selectRankingWords.ts';
import type { RankedWord, QueryAnalysis } from '../analysis/analyzeQuery.ts';

/** How many of a group's best are looked at again, for neighbouring words and age. */
const LOOKED_AT_AGAIN = 25;
/** Neighbouring words of the term that are neighbours in the text too add up to this part of the score, being new that one. */
const NEIGHBOURS_BOOST = 0.1;
const RECENCY_BOOST = 0.1;
const RECENCY_DAYS = 365;
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
  filters: SearchFilters;
}

/** What one search may cost; tests have others than the portal. */
export interface SearchLimits {
  /** Postings that are read for the order. */
  postings?: number;
  /** Items that are asked whether they have a phrase. */
  askedForPhrases?: number;
}

/**
 * The items that the reader may see with any of the words (and all of the phrases), best first in each group, and how many there
 * are. BM25 over postings, then the best again by neighbours and age; ties by date and id. Another engine could take its place here.
 */
export async function rankItems(
  db: Db,
  reader: Reader,
  understanding: QueryAnalysis,
  wanted: Wanted,
  limits: SearchLimits = {},
): Promise<Ranking> {
  const { words, names, phrases, sequence, collection } = understanding;
  const { groups, filters } = wanted;
  const { ranking, onlyCounted } = withinBudget(words, limits.postings);
  const kinds = [...new Set(groups.flatMap((group) => kindsOf[group]))];
  const placed = await itemsWithPhrases(db, reader, kinds, [...names, ...phrases], limits.askedForPhrases);
  const found = await findTopDocs(db, {
    reader,
    scope: scopeOf(reader, kinds, filters),
    words: ranking,
    onlyCounted,
    named: placed.slice(0, names.length),
    phrased: placed.slice(names.length),
    collection,
    groups,
    limit: Math.max(wanted.offset + wanted.pageSize, LOOKED_AT_AGAIN),
  });
  return {
    totals: Object.fromEntries(
      [...found].filter(([, { total }]) => total > 0).map(([group, { total }]) => [group, total]),
    ),
    items: await readPage(db, reader, found, ranking, sequence, wanted),
  };
}

/** The items of the wanted page of each group, after a second look at the best. */
async function readPage(
  db: Db,
  reader: Reader,
  found: Map<SearchGroupName, GroupOfItems>,
  words: RankedWord[],
  sequence: string[],
  { offset, pageSize }: Wanted,
): Promise<RankedItem[]> {
  const best = [...found].flatMap(([group, one]) =>
    one.best.map((item, index) => ({ ...item, group, place: index + 1 })),
  );
  if (best.length === 0) return [];
  const { rows } = await sql<RankedItem>`
    with best as materialized (
      select * from unnest(${best.map(({ group }) => group)}::text[], ${best.map(({ doc }) => doc)}::bigint[], ${best.map(({ score }) => score)}::float8[], ${best.map(({ place }) => place)}::int[])
        best ("group", doc, score, place)
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
      ) ranked where rank > ${offset}::int and rank <= ${offset + pageSize}::int
    )
    select page."group", item.id, item.kind, item.path, rev.header, item.categories, item.department, item.published_at, item.starts_at, item.ends_at,
      file.format, file_text.page, coalesce(file_text.text, left(page.body, ${SNIPPET_SOURCE_LENGTH}::int)) as text
    from page join content_items item on item.id = page.item_id and ${visibleTo(reader)}
    join content_revisions rev on rev.id = item.published_revision_id
    left join files file on file.id = item.file_id
    left join lateral (${bestPage(words)}) file_text on item.kind = 'document'
    order by page."group", page.rank`.execute(db);
  return rows;
}

/** Which part of the term's neighbouring words are neighbours in the text of `search`. */
function neighbours(sequence: string[]): RawBuilder<number> {
  const pairs = sequence
    .slice(1)
    .map((_, index) => index)
    .slice(0, MAX_PAIRS);
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
