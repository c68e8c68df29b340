import type { ContentComponent } from '@portico/contracts/content';
import type { Draft } from '@portico/contracts/studio/draft';
import { walkDraft } from '../tree/find.ts';
import { textsOf } from './mapTexts.ts';

/**
 * Words that an adult reads in a minute. Source: Brysbaert 2019, "How many words do we read per minute?", for
 * non-fiction.
 */
const WORDS_A_MINUTE = 238;

/** The words of what readers see, and the minutes it takes to read them; at least one. */
export function countWords({ fields, trees }: Draft): { words: number; minutes: number } {
  const inside = [...walkDraft({ trees })].reduce((sum, { component }) => sum + wordsOf(component), 0);
  const words = wordsIn(fields.header) + wordsIn(fields.description) + inside;
  return { words, minutes: Math.max(1, Math.round(words / WORDS_A_MINUTE)) };
}

const known = new WeakMap<ContentComponent, number>();

/** Components never change, so each is counted once. */
function wordsOf(component: ContentComponent): number {
  const words = known.get(component) ?? textsOf(component).reduce((sum, text) => sum + wordsIn(text), 0);
  known.set(component, words);
  return words;
}

/** What is between spaces and has a letter or a digit. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
