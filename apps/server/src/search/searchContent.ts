import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { SearchGroupName } from '@portico/contracts/search';
import type { Db } from '../db/pool.ts';
import { readRows } from '../db/rows.ts';
import type { Reader } from '../visibility/visibility.ts';
import { analyzeQuery, withoutPhrases, type QueryAnalysis } from './analysis/analyzeQuery.ts';
import { createExcerpts, type Excerpt } from './excerpts.ts';
import { orderGroups } from './ranking/groupOrder.ts';
import { rankItems, type RankedItem, type Ranking, type ResultsPage } from './ranking/rankItems.ts';
import { searchStatements, searchTransaction, type SearchConnections } from './searchTransaction.ts';
import { parseTerm, replaceWords, withoutQuotes } from './analysis/searchTerm.ts';
import { findCorrections } from './corrections/findCorrections.ts';

export interface ContentSearch extends ResultsPage {
  term: string;
  /** Search for the term as typed, without corrections. */
  isExact: boolean;
}

export interface ContentMatches {
  items: Array<{ item: RankedItem; excerpt: Excerpt }>;
  totals: Ranking['totals'];
  /** The groups with items, best first. */
  groupOrder: SearchGroupName[];
  /** The corrected term that was searched for instead, or null. */
  correctedTerm: string | null;
  /** A possible correction to ask the reader about, or null. */
  proposedTerm: string | null;
  /** False if no item has all words of the term. */
  hasAllWords: boolean;
  expansions: QueryAnalysis['expansions'];
  /** Similar terms with results, if this one has none. */
  suggestions: string[];
}

/**
 * Searches what the reader sees, and depends on nothing else. Throws `unavailable` if a statement takes longer than 2
 * s, and the reason that `signal` was aborted with. Source: TRUST A2, D5.
 */
export async function searchContent(
  connections: SearchConnections,
  reader: Reader,
  search: ContentSearch,
): Promise<ContentMatches> {
  const analysis = await searchStatements(connections, (db) => analyzeQuery(db, reader, search.term, search.isExact));
  connections.signal?.throwIfAborted();
  // Several statements read word positions, and the job could merge segments between them without a snapshot.
  const inSnapshot = analysis.meanings.length + analysis.phrases.length > 0 ? searchTransaction : searchStatements;
  return inSnapshot(connections, (db) => findMatches(db, reader, analysis, search, connections.signal));
}

async function findMatches(
  db: Db,
  reader: Reader,
  asked: QueryAnalysis,
  search: ContentSearch,
  signal: AbortSignal | undefined,
): Promise<ContentMatches> {
  const { analysis, ranking } = await rankWithFallback(db, reader, asked, search);
  signal?.throwIfAborted();
  const guesses = new Set(analysis.words.filter(({ isCompletion }) => isCompletion).map(({ lexeme }) => lexeme));
  const stems = await markedStems(db, analysis);
  const weights = new Map(analysis.words.map(({ lexeme, weight }) => [lexeme, weight]));
  const excerpts = await createExcerpts(
    db,
    ranking.items,
    stems,
    (stem) => guesses.has(stem),
    (stem) => weights.get(stem) ?? 1,
  );
  const items = ranking.items.map((item, index) => ({ item, excerpt: excerpts[index]! }));
  const groupOrder = orderGroups(
    items.map(({ item, excerpt }) => ({ item, titleShare: excerpt.headerShare })),
    { term: analysis.correctedTerm ?? search.term, titleWords: analysis.titleWords, now: reader.now },
  );
  return {
    items,
    totals: ranking.totals,
    groupOrder,
    correctedTerm: analysis.correctedTerm,
    proposedTerm: analysis.proposedTerm,
    hasAllWords: isEmpty(ranking) || ranking.hasAllWords,
    expansions: analysis.expansions,
    suggestions: isEmpty(ranking) ? await findSimilarTerms(db, reader, search.term) : [],
  };
}

/** Drops quoted phrases that no item contains, unless the search is exact. */
async function rankWithFallback(
  db: Db,
  reader: Reader,
  analysis: QueryAnalysis,
  search: ContentSearch,
): Promise<{ analysis: QueryAnalysis; ranking: Ranking }> {
  const ranking = await rankAll(db, reader, analysis, search);
  if (analysis.phrases.length === 0 || search.isExact || !isEmpty(ranking)) return { analysis, ranking };
  const relaxed = withoutPhrases(analysis, search.term);
  return { analysis: relaxed, ranking: await rankAll(db, reader, relaxed, search) };
}

/** Ranks again if an item was replaced between the statements and is missing from the page. */
async function rankAll(db: Db, reader: Reader, analysis: QueryAnalysis, search: ContentSearch): Promise<Ranking> {
  const ranking = await rankItems(db, reader, analysis, search);
  return ranking.isComplete ? ranking : rankItems(db, reader, analysis, search);
}

const isEmpty = ({ totals }: Ranking): boolean => Object.keys(totals).length === 0;

const Stem = z.object({ lexeme: z.string() });

/**
 * The stems to mark in excerpts with their weights: the words of the query, with rare ones weighing more, and the words
 * of meanings.
 */
async function markedStems(db: Db, { words, meanings, collectionSize }: QueryAnalysis): Promise<Map<string, number>> {
  const stems = new Map(
    words.map(({ lexeme, weight, docFrequency }) => [
      lexeme,
      weight * Math.log(1 + Math.max(collectionSize, docFrequency) / (docFrequency + 0.5)),
    ]),
  );
  if (meanings.length === 0) return stems;
  const rows = await readRows(
    db,
    Stem,
    sql`
      select distinct stem.lexeme
      from unnest(${meanings}::text[]) meaning, unnest(tsvector_to_array(to_tsvector('english', meaning))) stem (lexeme)`,
  );
  for (const { lexeme } of rows) if (!stems.has(lexeme)) stems.set(lexeme, 1);
  return stems;
}

/** Terms with results that are similar to one without: corrected, or without quotation marks. */
async function findSimilarTerms(db: Db, reader: Reader, text: string): Promise<string[]> {
  const term = parseTerm(text);
  const corrections = await findCorrections(db, reader, [...new Set(term.tokens.map(({ word }) => word))]);
  const corrected = replaceWords(term, new Map([...corrections].map(([mistyped, { word }]) => [mistyped, word])));
  const candidates = [...new Set([corrected, withoutQuotes(text)])].filter((candidate) => candidate !== text);
  const analyses = await Promise.all(candidates.map((candidate) => analyzeQuery(db, reader, candidate, true)));
  return candidates.filter((_, index) => analyses[index]!.words.some(({ weight }) => weight === 1));
}
