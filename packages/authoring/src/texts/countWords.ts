import type { ContentComponent } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';
import { wordsOfField } from '@portico/kinds/itemFields';
import { fieldNames, fields as allFields } from '@portico/kinds/items';
import { walkDraft } from '../tree/find.ts';
import { textsOf } from '@portico/kinds/texts';

/**
 * Words that an adult reads per minute. Source: Brysbaert 2019, "How many words do we read per minute?", for
 * non-fiction.
 */
const WORDS_PER_MINUTE = 238;

const visible = fieldNames.filter((name) => wordsOfField(allFields[name]) === 'read');

/** The number of words that readers see, and the minutes it takes to read them, at least one. */
export function countWords({ fields, trees }: ItemContent): { words: number; minutes: number } {
  const inside = [...walkDraft({ trees })].reduce((sum, { component }) => sum + wordsOf(component), 0);
  const words = inside + visible.reduce((sum, name) => sum + wordsIn([fields[name]].flat().join(' ')), 0);
  return { words, minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)) };
}

const countsByComponent = new WeakMap<ContentComponent, number>();

/** Components are immutable, so each is counted only once. */
function wordsOf(component: ContentComponent): number {
  const words = countsByComponent.get(component) ?? textsOf(component).reduce((sum, text) => sum + wordsIn(text), 0);
  countsByComponent.set(component, words);
  return words;
}

/** A word is delimited by whitespace and contains a letter or digit. */
const wordsIn = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
