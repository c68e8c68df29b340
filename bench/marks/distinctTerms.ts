import { normalizeWords } from '@portico/server/search/index/tokens';
import { wordsOf } from '../search/searchTexts.ts';
import type { Random } from '../stage/random.ts';

/** One in this many terms is a single word; the others are pairs. */
const SINGLE_EVERY = 3;

/**
 * Terms of one or two words of the generated texts. No two are the same to the portal, which ignores case, marks and
 * blanks, and none is the same as one of `others`. Throws if there are not enough words.
 */
export function distinctTerms(random: Random, count: number, others: string[] = []): string[] {
  const known = new Set(others.map(normalizeWords));
  const terms: string[] = [];
  for (let tried = 0; terms.length < count; tried += 1) {
    if (tried > 100 * count) throw new Error(`There are no ${count} distinct terms`);
    const words = wordsOf(random, terms.length % SINGLE_EVERY === 0 ? 1 : 2);
    const term = words.join(' ');
    const normalized = normalizeWords(term);
    if (words[0] === words[1] || known.has(normalized)) continue;
    known.add(normalized);
    terms.push(term);
  }
  return terms;
}

/** Deals values to rounds, the first of which, the warm-up, gets twice as many as the others. */
export function dealToRounds<Value>(values: Value[], rounds: number): (round: number) => Value[] {
  const each = Math.floor(values.length / (rounds + 2));
  return (round) => (round === 0 ? values.slice(0, 2 * each) : values.slice((round + 1) * each, (round + 2) * each));
}
