import type { QueryWord } from '../analysis/analyzeQuery.ts';

/** The most postings read to rank one search; beyond that, the most frequent words match without ranking. */
const MAX_POSTINGS = 150_000;

/**
 * Splits words into those that rank and those that only match. The rarest words of the term rank, at least one, then
 * completions as far as the limit allows. Further completions are dropped.
 */
export function selectRankingWords(
  words: QueryWord[],
  maxPostings = MAX_POSTINGS,
): { ranking: QueryWord[]; matchedOnly: QueryWord[] } {
  let available = maxPostings;
  const fits = ({ docFrequency }: QueryWord): boolean => {
    if (docFrequency > available) return false;
    available -= docFrequency;
    return true;
  };
  const byRarity = words.toSorted((a, b) => a.docFrequency - b.docFrequency);
  const ofTerm = byRarity.filter(({ isCompletion }) => !isCompletion);
  const ranked = ofTerm.filter((word, index) => fits(word) || index === 0);
  const completions = byRarity.filter((word) => word.isCompletion && fits(word));
  return { ranking: [...ranked, ...completions], matchedOnly: ofTerm.filter((word) => !ranked.includes(word)) };
}
