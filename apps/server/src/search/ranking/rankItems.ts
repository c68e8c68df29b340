import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { DocumentFormat } from '@portico/kinds/media';
import { MAX_PAGE_SIZE } from '@portico/contracts/paging';
import { MAX_SEARCH_OFFSET, searchGroups, type SearchGroupName, type SearchOrder } from '@portico/contracts/search';
import type { Db } from '../../db/pool.ts';
import { Instant, readRows } from '../../db/rows.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { QueryAnalysis, QueryWord } from '../analysis/analyzeQuery.ts';
import { inverseDocFrequency } from '../index/bm25.ts';
import { searchedKinds } from '../index/indexItems.ts';
import { searchScopeFor, type SearchFilters } from '../index/searchScope.ts';
import { findPhrases } from './phrases.ts';
import { termWeight } from './termWeight.ts';
import { selectRankingWords } from './selectRankingWords.ts';
import { findTopDocs, kindsByGroup, type GroupMatches } from './topDocs.ts';

/** How many of the top docs of a group are reranked by adjacent words and age. */
const MAX_RERANKED = 25;
/** How many of the top docs of a group are sorted by date: the same docs for each of its pages. */
const MAX_DATED = MAX_SEARCH_OFFSET + MAX_PAGE_SIZE;
/** Words that are adjacent in both the term and the text add up to this share of the score; so does recency. */
const ADJACENCY_BOOST = 0.1;
/** A title with all words of the term gets this share of the score in addition; rare words count for more of it. */
const TITLE_SHARE_BOOST = 0.6;
/** The same for the description, which says what an item is about. */
const DESCRIPTION_SHARE_BOOST = 0.3;
const RECENCY_BOOST = 0.1;
const RECENCY_DAYS = 365;
/**
 * Someone who types a whole title wants that item: it comes before all others, followed by titles that begin with the
 * term or contain it.
 */
const EXACT_TITLE_FACTOR = 10;
const TITLE_BEGINNING_FACTOR = 2.5;
const TITLE_PHRASE_FACTOR = 2;
/** A title whose words are all in the term, in any order: “Open a trust account” in a question about doing that. */
const WHOLE_TITLE_FACTOR = 1.5;
/** A title that spells out the abbreviation that is the term, or one of several words of the term. */
const SPELLED_OUT_TITLE_FACTOR = 8;
const SPELLED_OUT_WORD_FACTOR = 2;
/** The most pairs of adjacent words that are checked. */
const MAX_PAIRS = 12;
/**
 * Excerpts are taken from this many characters of a text: its beginning or, if the rarest word is later, around that.
 */
const MAX_EXCERPT_SOURCE_LENGTH = 30_000;
const EXCERPT_CONTEXT_LENGTH = 1000;
/** The most pages of a document that are checked for the best match. */
const MAX_PAGES = 5000;

/** An item as shown in search results. */
export const FoundItem = z.object({
  id: z.uuid(),
  kind: z.enum(searchedKinds),
  path: z.nullable(z.string()),
  header: z.string(),
  text: z.string(),
  categories: z.array(z.string()),
  department: z.nullable(z.string()),
  publishedAt: Instant,
  startsAt: z.nullable(Instant),
  endsAt: z.nullable(Instant),
  format: z.nullable(DocumentFormat),
  /** The page or slide of a document that matches best, counted from 1; null for files without pages. */
  page: z.nullable(z.int()),
});
export type FoundItem = z.infer<typeof FoundItem>;

export const RankedItem = z.extend(FoundItem, {
  group: z.enum(searchGroups),
  /** Comparable between groups; 0 for an item that was not reranked. */
  score: z.number(),
});
export type RankedItem = z.infer<typeof RankedItem>;

export interface Ranking {
  /** Groups without results are omitted. */
  totals: Partial<Record<SearchGroupName, number>>;
  items: RankedItem[];
  /** At least one item that the reader sees has all words of the term. */
  hasAllWords: boolean;
  /** False if an item of the page was replaced or withdrawn between two statements. */
  isComplete: boolean;
}

export interface ResultsPage {
  groups: readonly SearchGroupName[];
  offset: number;
  pageSize: number;
  sort: SearchOrder;
  filters: SearchFilters;
}

/** Limits on the cost of one search; tests lower them. */
export interface SearchLimits {
  maxPostings?: number;
  maxCheckedDocs?: number;
}

/**
 * The items visible to the reader with any of the words (and all of the phrases), best first in each group, and how
 * many there are. Ranks by BM25 over postings, then reranks the top docs by adjacent words and age; ties are sorted by
 * date and id. A different search engine would be plugged in here.
 */
export async function rankItems(
  db: Db,
  reader: Reader,
  analysis: QueryAnalysis,
  requested: ResultsPage,
  limits: SearchLimits = {},
): Promise<Ranking> {
  const { words, meanings, phrases, collectionSize } = analysis;
  const { groups, filters } = requested;
  const { ranking, matchedOnly } = selectRankingWords(words, limits.maxPostings);
  const kinds = [...new Set(groups.flatMap((group) => kindsByGroup[group]))];
  const matches = await findPhrases(db, reader, kinds, [...meanings, ...phrases], limits.maxCheckedDocs);
  const found = await findTopDocs(db, {
    reader,
    scope: searchScopeFor(reader, kinds, filters),
    words: ranking,
    matchedOnly,
    meaningMatches: matches.slice(0, meanings.length),
    phraseMatches: matches.slice(meanings.length),
    requiredWords: analysis.requiredWords,
    isLastWordKnown: analysis.isLastWordKnown,
    collectionSize,
    groups,
    limit: requested.sort === 'Date' ? MAX_DATED : Math.max(requested.offset + requested.pageSize, MAX_RERANKED),
  });
  const items = await fetchPage(db, reader, found.groups, { ...analysis, words: ranking }, requested);
  return {
    totals: Object.fromEntries(
      [...found.groups].filter(([, { total }]) => total > 0).map(([group, { total }]) => [group, total]),
    ),
    items,
    hasAllWords: found.hasAllWords,
    isComplete: items.length >= itemsOnPage([...found.groups.values()], requested),
  };
}

/** How many items the page has in all groups together. Only ranked docs are on a page. */
const itemsOnPage = (groups: GroupMatches[], { offset, pageSize }: ResultsPage): number =>
  groups.reduce((sum, { top }) => sum + Math.max(0, Math.min(pageSize, top.length - offset)), 0);

/** Reranks the top docs and fetches the items of the requested page of each group. */
async function fetchPage(
  db: Db,
  reader: Reader,
  found: Map<SearchGroupName, GroupMatches>,
  {
    words,
    lexemes,
    titleWords,
    meanings,
    collectionSize,
  }: Pick<QueryAnalysis, 'words' | 'lexemes' | 'titleWords' | 'meanings' | 'collectionSize'>,
  { offset, pageSize, sort }: ResultsPage,
): Promise<RankedItem[]> {
  const top = [...found].flatMap(([group, matches]) =>
    matches.top.map((doc, index) => ({ ...doc, group, rank: index + 1 })),
  );
  if (top.length === 0) return [];
  return readRows(
    db,
    RankedItem,
    sql`
      with top as materialized (
        select * from unnest(${top.map(({ group }) => group)}::text[], ${top.map(({ doc }) => doc)}::bigint[], ${top.map(({ score }) => score)}::float8[], ${top.map(({ rank }) => rank)}::int[])
          top ("group", doc, score, first_rank)
      ),
      reranked as (
        select top."group", top.first_rank, search.doc, search.item_id, search.published_at, search.body, case when top.first_rank > ${MAX_RERANKED}::int then 0 else
          top.score * ${titleFactor(titleWords, lexemes, meanings)}
            * (1 + ${TITLE_SHARE_BOOST}::float8 * ${wordShare(words, collectionSize, sql`own.title`)}
            + ${DESCRIPTION_SHARE_BOOST}::float8 * ${wordShare(words, collectionSize, sql`own.description`)})
            * (1 + ${ADJACENCY_BOOST}::float8 * ${adjacentShare(lexemes)}
            + ${RECENCY_BOOST}::float8 * exp(least(0, extract(epoch from search.published_at - ${reader.now}::timestamptz)) / ${RECENCY_DAYS * 86_400}::float8)) end as score
        from top join search_items search on search.doc = top.doc
        cross join lateral (select tsvector_to_array(to_tsvector('portico_titles', search.title_words)) as title,
          case when top.first_rank <= ${MAX_RERANKED}::int then (
            select tsvector_to_array(to_tsvector('english', rev.description)) from content_revisions rev where rev.id = search.revision_id) end as description offset 0) own
      ),
      page as (
        select * from (
          select reranked.*, row_number() over (
            partition by "group"
            order by ${sort === 'Date' ? byDate : byScore}, item_id
          ) as rank
          from reranked
        ) ranked where rank > ${offset}::int and rank <= ${offset + pageSize}::int
      )
      select page."group", page.score, item.id, item.kind, item.path, rev.header, item.categories, item.department,
        item.published_at as "publishedAt", item.starts_at as "startsAt", item.ends_at as "endsAt", file.format, case when file.pages is not null then file_text.page end as page,
        coalesce(file_text.text, ${excerptSource(sql`page.body`, words)}) as text
      from page join content_items item on item.id = page.item_id and ${visibleTo(reader)}
      join content_revisions rev on rev.id = item.published_revision_id
      left join files file on file.id = item.file_id
      left join lateral (${bestFilePage(words)}) file_text on item.kind = 'document'
      order by page."group", page.rank`,
  );
}

const byScore = sql`reranked.score desc, case when first_rank > ${MAX_RERANKED}::int then first_rank end, published_at desc`;
const byDate = sql`case "group" when 'upcomingEvents' then -1 else 1 end * extract(epoch from
  coalesce((select dated.starts_at from content_items dated where dated.id = reranked.item_id), published_at)) desc`;

/**
 * The weight of a title that equals the term, begins with it, contains it, has at least two words, all of which are in
 * the term, or spells out an abbreviation of the term. A single ordinary word is in too many titles to mean a
 * particular one.
 */
function titleFactor(titleWords: string, lexemes: string[], meanings: string[]): RawBuilder<number> {
  const isName = titleWords.includes(' ') || /\d/.test(titleWords);
  const spellsOut = (factor: number) => sql`when exists (select from unnest(${meanings}::text[]) meaning
    where to_tsvector('english', search.title_words) @@ plainto_tsquery('english', meaning)) then ${factor}::float8`;
  if (!isName)
    return sql<number>`case when search.title_words = ${titleWords} then ${EXACT_TITLE_FACTOR}::float8 ${spellsOut(SPELLED_OUT_TITLE_FACTOR)} else 1 end`;
  return sql<number>`case when search.title_words = ${titleWords} then ${EXACT_TITLE_FACTOR}::float8
    when starts_with(search.title_words, ${`${titleWords} `}) then ${TITLE_BEGINNING_FACTOR}::float8
    when strpos(' ' || search.title_words || ' ', ${` ${titleWords} `}) > 0 then ${TITLE_PHRASE_FACTOR}::float8
    when (select cardinality(own.words) > 1 and own.words <@ ${lexemes}::text[]
      from (select tsvector_to_array(to_tsvector('english', search.title_words)) as words) own) then ${WHOLE_TITLE_FACTOR}::float8
    ${spellsOut(SPELLED_OUT_WORD_FACTOR)}
    else 1 end`;
}

/** How much of the term is among `lexemes`, by the weight and rarity of its words; 0 to 1. */
function wordShare(words: QueryWord[], collectionSize: number, lexemes: RawBuilder<unknown>): RawBuilder<number> {
  const weighted = words
    .filter(({ isCompletion }) => !isCompletion)
    .map(({ lexeme, weight, docFrequency }) => ({
      lexeme,
      weight: weight * inverseDocFrequency(docFrequency, collectionSize),
    }));
  const total = termWeight(words, collectionSize);
  if (total === 0) return sql<number>`0`;
  return sql<number>`least(1, (select coalesce(sum(word.weight), 0)
    from unnest(${weighted.map(({ lexeme }) => lexeme)}::text[], ${weighted.map(({ weight }) => weight)}::float8[]) word (lexeme, weight)
    where word.lexeme = any (${lexemes})) / ${total}::float8)`;
}

/** The share of the term's adjacent words that are also adjacent in the text of `search`. */
function adjacentShare(lexemes: string[]): RawBuilder<number> {
  const pairs = lexemes.slice(1, 1 + MAX_PAIRS).map((next, index) => ({ word: lexemes[index]!, next }));
  if (pairs.length === 0) return sql<number>`0`;
  return sql<number>`((select count(*) from unnest(${pairs.map(({ word }) => word)}::text[], ${pairs.map(({ next }) => next)}::text[]) pair (word, next)
    where search.tsv @@ (quote_literal(word)::tsquery <-> quote_literal(next)::tsquery))::float8 / ${pairs.length}::float8)`;
}

/** The page of the file of `item` that has the most of the words, or the first of several. */
function bestFilePage(words: QueryWord[]): RawBuilder<unknown> {
  return sql`select best.page, ${excerptSource(sql`best.text`, words)} as text from (
    select file_page.page, file_page.text from file_texts file_page
    where file_page.file_id = item.file_id and file_page.page <= ${MAX_PAGES}::int
    order by (select count(*) from unnest(${beginningsOf(words)}::text[]) beginning where strpos(lower(file_page.text), beginning) > 0) desc, file_page.page limit 1) best`;
}

/** The part of a text for its excerpt. */
function excerptSource(text: RawBuilder<unknown>, words: QueryWord[]): RawBuilder<string> {
  const rarestFirst = words.toSorted((a, b) => a.docFrequency - b.docFrequency);
  return sql<string>`case when length(${text}) <= ${MAX_EXCERPT_SOURCE_LENGTH}::int then ${text} else substr(${text}, coalesce((
    select case when at < ${MAX_EXCERPT_SOURCE_LENGTH - EXCERPT_CONTEXT_LENGTH}::int then 1 else at - ${EXCERPT_CONTEXT_LENGTH}::int end from (
      select n, regexp_instr(${text}, '\\m' || beginning, 1, 1, 0, 'i') as at
      from unnest(${beginningsOf(rarestFirst)}::text[]) with ordinality given (beginning, n)) located
    where at > 0 order by n limit 1), 1), ${MAX_EXCERPT_SOURCE_LENGTH}::int) end`;
}

/** A stem is the beginning of its words, except that a final y becomes i. */
const beginningsOf = (words: QueryWord[]): string[] => words.map(({ lexeme }) => lexeme.replace(/(?<=.{3})i$/u, ''));
