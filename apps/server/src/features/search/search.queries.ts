import { sql, type Transaction } from 'kysely';
import {
  MIN_TERM_LENGTH,
  SEARCH_PAGE_SIZE,
  searchGroups,
  type SearchAnswer,
  type SearchGroupName,
  type SearchQuery,
  type SearchResult,
  type SearchScope,
  type SearchSuggestions,
} from '@portico/contracts/search';
import { tokensOf, wordsOf } from '../../search/analysis/tokens.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import type { DB } from '../../db/schema.generated.ts';
import { PortalError } from '../../errors.ts';
import { findSimilarTerms } from '../../search/corrections/findSimilarTerms.ts';
import { rankItems, type RankedItem, type Wanted } from '../../search/ranking/rankItems.ts';
import { excerptsOf, type Excerpt } from '../../search/snippets.ts';
import { analyzeQuery, withoutPhrases, type QueryAnalysis } from '../../search/analysis/analyzeQuery.ts';

const STATEMENT_TIMEOUT_MS = 2000;
const STATEMENT_TIMED_OUT = '57014';
const MAX_SUGGESTED_TITLES = 5;
const MAX_SUGGESTED_ABBREVIATIONS = 5;
const SUGGESTED_TEXT_LENGTH = 300;
/** Words with the same beginning that are looked for in titles. */
const MAX_BEGINNINGS = 200;

const groupsOf: Record<SearchScope, readonly SearchGroupName[]> = {
  All: searchGroups,
  News: ['news'],
  Events: ['upcomingEvents', 'pastEvents'],
  Resources: ['resourcePages'],
  Documents: ['documents'],
};

/**
 * What a reader finds, in groups with their totals. Throws `unavailable` for a search that takes longer than 2 s. What it finds
 * depends only on what the reader may see. Source: TRUST A2, D5.
 */
export function searchItems(db: Db, reader: Reader, query: SearchQuery): Promise<SearchAnswer> {
  return withLimits(db, (trx) => search(trx, reader, query));
}

async function search(db: Db, reader: Reader, query: SearchQuery): Promise<SearchAnswer> {
  const inScope = groupsOf[query.scope ?? 'All'];
  const wanted: Wanted = {
    groups: query.group ? inScope.filter((group) => group === query.group) : inScope,
    offset: query.offset ?? 0,
    pageSize: query.pageSize ?? SEARCH_PAGE_SIZE,
    filters: query,
  };
  const isExact = query.exact === 'true';
  let understanding = await analyzeQuery(db, reader, query.term, isExact);
  let ranking = await rankItems(db, reader, understanding, wanted);
  if (understanding.phrases.length > 0 && !isExact && Object.keys(ranking.totals).length === 0) {
    understanding = withoutPhrases(understanding, query.term);
    ranking = await rankItems(db, reader, understanding, wanted);
  }
  const isEmpty = Object.keys(ranking.totals).length === 0;
  const excerpts = await excerptsOf(db, ranking.items, await markedStems(db, understanding));
  const results = ranking.items.map((item, index) => ({ group: item.group, result: resultOf(item, excerpts[index]!) }));
  const groupOf = (name: SearchGroupName) => ({
    results: results.filter(({ group }) => group === name).map(({ result }) => result),
    totalResultCount: ranking.totals[name] ?? 0,
  });
  return {
    news: groupOf('news'),
    pastEvents: groupOf('pastEvents'),
    resourcePages: groupOf('resourcePages'),
    upcomingEvents: groupOf('upcomingEvents'),
    documents: groupOf('documents'),
    correctedTerm: understanding.correctedTerm,
    expansions: understanding.expansions,
    suggestions: isEmpty ? await findSimilarTerms(db, reader, query.term) : [],
  };
}

/** What is marked: the words that were looked for and those of full names, the rare ones first to be shown. */
async function markedStems(db: Db, { words, names, collection }: QueryAnalysis): Promise<Map<string, number>> {
  const stems = new Map(
    words.map(({ lexeme, weight, size }) => [lexeme, weight * Math.log(1 + Math.max(collection, size) / (size + 0.5))]),
  );
  if (names.length === 0) return stems;
  const { rows } = await sql<{ lexeme: string }>`
    select distinct stem.lexeme from unnest(${names}::text[]) name, unnest(tsvector_to_array(to_tsvector('english', name))) stem (lexeme)`.execute(
    db,
  );
  for (const { lexeme } of rows) if (!stems.has(lexeme)) stems.set(lexeme, 1);
  return stems;
}

function resultOf(item: RankedItem, { header, snippet }: Excerpt): SearchResult {
  return {
    id: item.id,
    kind: item.kind,
    path: pathsOf[item.kind](item),
    header,
    snippet,
    categories: item.categories,
    department: item.department,
    publishedAt: item.published_at,
    startDate: item.starts_at,
    endDate: item.ends_at,
    format: item.format,
    page: item.page,
  };
}

const pathsOf: Record<RankedItem['kind'], (item: Pick<RankedItem, 'id' | 'path'>) => string> = {
  news: ({ id }) => `/news/${id}`,
  event: ({ id }) => `/events/${id}`,
  resource: ({ id }) => `/resources/${id}`,
  page: ({ path }) => path ?? '/',
  // Documents open over their list.
  document: ({ id }) => `/documents?preview=${id}`,
};

/** Abbreviations that begin with what is typed, and titles with a word that does, after the words before it. */
export function suggestTerms(db: Db, reader: Reader, term: string): Promise<SearchSuggestions> {
  return withLimits(db, async (trx) => ({
    abbreviations: await suggestAbbreviations(trx, term),
    titles: term.length >= MIN_TERM_LENGTH ? await suggestTitles(trx, reader, term) : [],
  }));
}

async function suggestAbbreviations(db: Db, term: string): Promise<SearchSuggestions['abbreviations']> {
  const typed = wordsOf(term);
  if (typed.length < 2) return [];
  const { rows } = await sql<{ abbreviation: string; meaning: string }>`
    select abbreviation, meaning from search_abbreviations
    where starts_with(abbreviation_words, ${typed}) or (length(${typed}) >= ${MIN_TERM_LENGTH}::int and starts_with(meaning_words, ${typed}))
    order by abbreviation_words <> ${typed}, not starts_with(abbreviation_words, ${typed}), abbreviation limit ${MAX_SUGGESTED_ABBREVIATIONS}::int`.execute(
    db,
  );
  return rows;
}

/** Titles that begin like the term, then those with words that begin like all of its words, newest first. */
async function suggestTitles(db: Db, reader: Reader, term: string): Promise<SearchResult[]> {
  const words = tokensOf(term).map(({ word }) => word);
  const longest = words.toSorted((a, b) => b.length - a.length)[0];
  if (longest === undefined) return [];
  const { rows } = await sql<RankedItem>`
    with begun as (
      select search.doc, search.item_id, 0 as place, search.published_at from search_items search
      join content_items item on item.id = search.item_id and ${visibleTo(reader)}
      where search.title_words like ${`${words.join(' ')}%`} order by search.published_at desc limit ${MAX_SUGGESTED_TITLES}::int
    ), inside as (
      select search.doc, search.item_id, 1 as place, search.published_at from search_items search
      join content_items item on item.id = search.item_id and ${visibleTo(reader)}
      where search.tsv @@ ${titlesWith(longest)} and ${sql.join(
        words.map((word) => sql`search.title_words ~ ${String.raw`\m${word}`}`),
        sql` and `,
      )}
      order by search.published_at desc limit ${2 * MAX_SUGGESTED_TITLES}::int
    )
    select item.id, item.kind, item.path, rev.header, left(rev.description, ${SUGGESTED_TEXT_LENGTH}::int) as text, item.categories, item.department,
      item.published_at, item.starts_at, item.ends_at, file.format, null::int as page
    from (select distinct on (doc) * from (select * from begun union all select * from inside) found order by doc, place) found
    join content_items item on item.id = found.item_id join content_revisions rev on rev.id = item.published_revision_id
    left join files file on file.id = item.file_id
    order by found.place, found.published_at desc, item.id limit ${MAX_SUGGESTED_TITLES}::int`.execute(db);
  return rows.map((item) =>
    resultOf(item, { header: markBeginnings(item.header, words), snippet: [{ text: item.text, isMatch: false }] }),
  );
}

/** What the index knows of titles with a word that begins so. */
function titlesWith(beginning: string) {
  return sql`(select string_agg(quote_literal(lexeme) || ':A', ' | ')::tsquery from (
    select distinct lexeme from search_words where word >= ${beginning} collate "C" and word < ${`${beginning}\u{10ffff}`} collate "C" limit ${MAX_BEGINNINGS}::int
  ) begun)`;
}

/** Marks what was typed at the beginning of words. */
function markBeginnings(header: string, words: string[]): SearchResult['header'] {
  const pieces: SearchResult['header'] = [];
  let end = 0;
  for (const token of tokensOf(header)) {
    const typed = words.find((word) => token.word.startsWith(word));
    if (typed === undefined) continue;
    const length = token.word === typed ? token.end - token.start : Math.min(typed.length, token.end - token.start);
    if (token.start > end) pieces.push({ text: header.slice(end, token.start), isMatch: false });
    pieces.push({ text: header.slice(token.start, token.start + length), isMatch: true });
    end = token.start + length;
  }
  if (end < header.length) pieces.push({ text: header.slice(end), isMatch: false });
  return pieces;
}

/** A search sees one state of the database in all of its statements, which are never compiled, and given up after a while. */
async function withLimits<Result>(db: Db, work: (trx: Transaction<DB>) => Promise<Result>): Promise<Result> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${`${STATEMENT_TIMEOUT_MS}ms`}, true), set_config('jit', 'off', true), set_config('work_mem', '32MB', true)`.execute(
          trx,
        );
        return work(trx);
      });
  } catch (error) {
    if ((error as { code?: unknown }).code !== STATEMENT_TIMED_OUT) throw error;
    throw new PortalError('unavailable', 'This search takes too long. Please search for fewer or rarer words.', {
      cause: error,
      retryAfter: 1,
    });
  }
}
