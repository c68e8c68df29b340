import type { RankedWord } from '../analysis/analyzeQuery.ts';

/** Postings that are read for one search: beyond that the commonest words no longer rank, and only count. */
const MAX_POSTINGS = 150_000;

/**
 * Words whose postings may be read together: the rarest of those that were asked for, at least one, then what else there is room
 * for. `onlyCounted` are the others that were asked for.
 */
export function withinBudget(
  words: RankedWord[],
  postings = MAX_POSTINGS,
): { ranking: RankedWord[]; onlyCounted: RankedWord[] } {
  let room = postings;
  const fits = ({ size }: RankedWord): boolean => {
    const isRoom = size <= room;
    if (isRoom) room -= size;
    return isRoom;
  };
  const byRarity = words.toSorted((a, b) => a.size - b.size);
  const asked = byRarity.filter(({ isAsked }) => isAsked);
  const ranked = asked.filter((word, index) => fits(word) || index === 0);
  const others = byRarity.filter((word) => !word.isAsked && fits(word));
  return { ranking: [...ranked, ...others], onlyCounted: asked.filter((word) => !ranked.includes(word)) };
}
