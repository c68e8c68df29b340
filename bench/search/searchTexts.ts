import { advisorTypes } from '@portico/kinds/advisorType';
import { MAX_TERM_LENGTH } from '@portico/contracts/search';
import { createRandom, type Random } from '../stage/random.ts';
import type { SearchedItem } from './searchDatabase.ts';

const BODY_LENGTH = 4000;
const SHORT_TITLE_LENGTH = 45;
const DESCRIPTION_LENGTH = 150;
const VOCABULARY = 40_000;
const SMALL_WORDS = [
  'the',
  'of',
  'and',
  'to',
  'a',
  'in',
  'is',
  'for',
  'that',
  'on',
  'with',
  'as',
  'by',
  'this',
  'are',
  'it',
  'or',
  'from',
  'at',
  'be',
];
const SMALL_WORDS_PART = 0.4;
const SYLLABLES = [
  'ba',
  'ce',
  'di',
  'fo',
  'gu',
  'ha',
  'ki',
  'lo',
  'me',
  'nu',
  'pa',
  're',
  'si',
  'to',
  'va',
  'we',
  'xi',
  'yo',
  'ze',
  'tra',
  'pre',
  'con',
  'ster',
  'plan',
  'vid',
  'mon',
];
/** Exponent of Zipf's law: a word's frequency falls with its rank to this power, as in English. */
const ZIPF = 1.05;
/** Ranks of words to search for: neither the most common nor very rare ones. */
const QUERY_RANKS = [30, 20_000] as const;

const words = vocabulary();
const sums = words.map(() => 0);
words.reduce((sum, _, rank) => (sums[rank] = sum + (rank + 2) ** -ZIPF), 0);

/** Distinct words of two to five syllables, most common first. */
function vocabulary(): string[] {
  const random = createRandom(3);
  const made = new Set<string>();
  while (made.size < VOCABULARY)
    made.add(Array.from({ length: 2 + Math.floor(random.next() * 3) }, () => random.one(SYLLABLES)).join(''));
  return [...made];
}

function word(random: Random): string {
  if (random.chance(SMALL_WORDS_PART)) return random.one(SMALL_WORDS);
  const at = random.next() * sums.at(-1)!;
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return words[low]!;
}

function text(random: Random, length: number): string {
  const parts: string[] = [];
  for (let size = 0; size < length; size += parts.at(-1)!.length + 1) parts.push(word(random));
  return parts.join(' ');
}

/**
 * News, resources, events and pages of about 4 KB. 30% are only for some advisor types, 2% are scheduled and 2%
 * expired.
 */
export function* generatedItems(count: number): Generator<SearchedItem> {
  const random = createRandom(4);
  for (let index = 0; index < count; index += 1) {
    const kind = random.one(['news', 'news', 'news', 'resource', 'resource', 'event', 'page'] as const);
    const state = random.next();
    yield {
      id: random.uuid(),
      kind,
      title: text(random, 45),
      text: text(random, BODY_LENGTH),
      audience: random.chance(0.3) ? [random.one(advisorTypes)] : [],
      ...(state < 0.02 ? { publishedIn: 1 + (index % 1000) } : {}),
      ...(state > 0.98 ? { publishedIn: -2000 - (index % 1000), expiresIn: -1 - (index % 1000) } : {}),
      ...(kind === 'event' ? { startsIn: (index % 4000) - 3500 } : {}),
    };
  }
}

/** News for everyone with title and description but without a body. */
export function* shortNews(count: number): Generator<SearchedItem> {
  const random = createRandom(7);
  for (let index = 0; index < count; index += 1)
    yield {
      id: random.uuid(),
      kind: 'news',
      title: text(random, SHORT_TITLE_LENGTH),
      description: text(random, DESCRIPTION_LENGTH),
      text: '',
    };
}

/** Search terms of one word. */
export function wordsOf(random: Random, count: number): string[] {
  const [from, to] = QUERY_RANKS;
  const one = () => words[Math.floor(from * (to / from) ** random.next())]!;
  return Array.from({ length: count }, one);
}

/** Search terms of two words. */
export function queriesOf(random: Random, count: number): string[] {
  const single = wordsOf(random, 2 * count);
  return Array.from({ length: count }, (_, index) => `${single[2 * index]} ${single[2 * index + 1]}`);
}

/** The most expensive search terms that MAX_TERM_LENGTH characters allow. */
export function worstQueries(): Array<{ name: string; term: string }> {
  const fill = (from: string[]) =>
    from.reduce((term, next) => (term.length + next.length < MAX_TERM_LENGTH ? `${term} ${next}`.trim() : term), '');
  const mistyped = (one: string) => `${one.slice(0, 2)}q${one.slice(2)}`;
  return [
    { name: 'the two commonest words', term: `${words[0]} ${words[1]}` },
    { name: 'the commonest words', term: fill(words.slice(0, 60)) },
    { name: 'common words as a phrase', term: `"${words[0]} ${words[1]}"` },
    { name: 'words that nobody wrote', term: fill(words.slice(0, 40).map(mistyped)) },
    { name: 'a beginning of many words', term: 'con pre' },
  ];
}
