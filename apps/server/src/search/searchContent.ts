import { sql } from 'kysely';
import type { Db } from '../db/pool.ts';
import type { Reader } from '../visibility/visibility.ts';
import { analyzeQuery, withoutPhrases, type QueryAnalysis } from './analysis/analyzeQuery.ts';
import { findSimilarTerms } from './corrections/findSimilarTerms.ts';
import { createExcerpts, type Excerpt } from './excerpts.ts';
import { rankItems, type RankedItem, type Ranking, type ResultsPage } from './ranking/rankItems.ts';
import { searchTransaction } from './searchTransaction.ts';

export interface ContentSearch extends ResultsPage {
  term: string;
  /** Search for the term as typed, without corrections. */
  isExact: boolean;
}

export interface ContentMatches {
  items: Array<{ item: RankedItem; excerpt: Excerpt }>;
  totals: Ranking['totals'];
  /** What was searched for instead of the term, or null. */
  correctedTerm: string | null;
  expansions: QueryAnalysis['expansions'];
  /** Similar terms with results, if this one has none. */
  suggestions: string[];
}

/**
 * Searches what the reader sees, and depends on nothing else. Throws `unavailable` when a statement takes longer than 2 s.
 * Source: TRUST A2, D5.
 */
export function searchContent(db: Db, reader: Reader, search: ContentSearch): Promise<ContentMatches> {
  return searchTransaction(db, async (trx) => {
    const { analysis, ranking } = await rankWithFallback(trx, reader, search);
    const excerpts = await createExcerpts(trx, ranking.items, await markedStems(trx, analysis));
    return {
      items: ranking.items.map((item, index) => ({ item, excerpt: excerpts[index]! })),
      totals: ranking.totals,
      correctedTerm: analysis.correctedTerm,
      expansions: analysis.expansions,
      suggestions: isEmpty(ranking) ? await findSimilarTerms(trx, reader, search.term) : [],
    };
  });
}

/** Drops quoted phrases that no item has, unless the search is exact. */
async function rankWithFallback(
  db: Db,
  reader: Reader,
  { term, isExact, ...page }: ContentSearch,
): Promise<{ analysis: QueryAnalysis; ranking: Ranking }> {
  const analysis = await analyzeQuery(db, reader, term, isExact);
  const ranking = await rankItems(db, reader, analysis, page);
  if (analysis.phrases.length === 0 || isExact || !isEmpty(ranking)) return { analysis, ranking };
  const relaxed = withoutPhrases(analysis, term);
  return { analysis: relaxed, ranking: await rankItems(db, reader, relaxed, page) };
}

const isEmpty = ({ totals }: Ranking): boolean => Object.keys(totals).length === 0;

/** Stems to mark in excerpts with their weights: the words of the query, rare ones weigh more, and those of meanings. */
async function markedStems(db: Db, { words, meanings, collectionSize }: QueryAnalysis): Promise<Map<string, number>> {
  const stems = new Map(
    words.map(({ lexeme, weight, docFrequency }) => [
      lexeme,
      weight * Math.log(1 + Math.max(collectionSize, docFrequency) / (docFrequency + 0.5)),
    ]),
  );
  if (meanings.length === 0) return stems;
  const { rows } = await sql<{ lexeme: string }>`
    select distinct stem.lexeme
    from unnest(${meanings}::text[]) meaning, unnest(tsvector_to_array(to_tsvector('english', meaning))) stem (lexeme)`.execute(
    db,
  );
  for (const { lexeme } of rows) if (!stems.has(lexeme)) stems.set(lexeme, 1);
  return stems;
}
