import type { QueryWord } from '../analysis/analyzeQuery.ts';
import { inverseDocFrequency } from '../index/bm25.ts';

/**
 * The weight of all words of a term, by rarity. The firm's own words for everyday words count only if no item has
 * any of the typed words.
 */
export function termWeight(words: QueryWord[], collectionSize: number): number {
  const ofTerm = words.filter(({ isCompletion }) => !isCompletion);
  const typed = ofTerm.filter(({ isInstead }) => !isInstead);
  return (typed.length > 0 ? typed : ofTerm).reduce(
    (sum, { weight, docFrequency }) => sum + weight * inverseDocFrequency(docFrequency, collectionSize),
    0,
  );
}
