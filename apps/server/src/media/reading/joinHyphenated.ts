import { readFileSync } from 'node:fs';
import { ENGLISH_WORDS } from '../../locations.ts';

/** First parts of words that one author writes with a hyphen and the next one without: non-profit, nonprofit. */
const LOOSE_PREFIXES = new Set(['anti', 'bi', 'co', 'mid', 'multi', 'non', 'post', 'pre', 'semi']);
/** First parts that are usually written without a hyphen, also in words that no list contains: rebalance. */
const PREFIXES = new Set(
  'cyber de dis fore inter intra macro mega micro mini mis out over re sub super trans ultra un under'.split(' '),
);
/** Last parts of nouns that are written either way: rollover, roll-over. */
const PARTICLES = new Set(['back', 'by', 'down', 'in', 'off', 'on', 'out', 'over', 'through', 'up']);

/** A soft hyphen, or a hyphen at the end of a line. */
const BREAK = /(?:-|\u00ad+)[^\S\n]*\n\s*|\u00ad+/gu;
const WORD = String.raw`[\p{L}\p{M}\p{N}]+`;
const WHOLE_WORD = new RegExp(`${WORD}(?:-${WORD})*`, 'gu');
const LAST_WORD = new RegExp(`${WORD}$`, 'u');
const FIRST_WORD = new RegExp(`^${WORD}`, 'u');
/** Maximum length of each half of a word. */
const MAX_WORD_LENGTH = 60;

let english: Set<string> | undefined;

function isEnglish(word: string): boolean {
  english ??= new Set(readFileSync(ENGLISH_WORDS, 'utf8').split('\n'));
  return english.has(word) || (word.endsWith('s') && english.has(word.slice(0, -1)));
}

/**
 * Makes words whole that are split at the end of a line or by a soft hyphen. Whether a hyphen belongs to the word is
 * decided by the other words of the text, then by a list of English words: `compli-` and `ance` become `compliance`,
 * `long-` and `term` become `long-term`. A word that may be written either way gets both spellings.
 */
export function joinHyphenated(text: string): string {
  const plain = text.replaceAll(/[\u2010\u2011]/gu, '-');
  let words: Set<string> | undefined;
  return plain.replaceAll(BREAK, (found, at: number) => {
    const end = at + found.length;
    const first = LAST_WORD.exec(plain.slice(Math.max(0, at - MAX_WORD_LENGTH), at))?.[0];
    const second = FIRST_WORD.exec(plain.slice(end, end + MAX_WORD_LENGTH))?.[0];
    if (!first || !second) return found.replaceAll('\u00ad', '');
    words ??= new Set(plain.toLowerCase().match(WHOLE_WORD));
    const spellings = spellingsOf(first, second, found.startsWith('\u00ad'), words);
    if (spellings === 'both') return `${second} ${first}-`;
    return spellings === 'joined' ? '' : '-';
  });
}

function spellingsOf(
  first: string,
  second: string,
  isSoft: boolean,
  words: ReadonlySet<string>,
): 'joined' | 'hyphenated' | 'both' {
  const isCapital = (word: string) => word !== word.toLowerCase() && word === word.toUpperCase();
  // 401-k, COVID-19, Smith-Jones, IRA-owner
  if (/\p{N}/u.test(first + second)) return 'hyphenated';
  if (second !== second.toLowerCase() && !(isCapital(first) && isCapital(second))) return 'hyphenated';
  if (first.length > 1 && isCapital(first) && !isCapital(second)) return 'hyphenated';
  const [start, end] = [first.toLowerCase(), second.toLowerCase()];
  const joined = start + end;
  const isWrittenJoined = words.has(joined);
  if (isWrittenJoined !== words.has(`${start}-${end}`)) return isWrittenJoined ? 'joined' : 'hyphenated';
  const isLoose = LOOSE_PREFIXES.has(start) || (PARTICLES.has(end) && isEnglish(start));
  const isKnown = isEnglish(joined);
  if (isLoose && isEnglish(end)) return 'both';
  if (isKnown) return 'joined';
  if (PREFIXES.has(start) && isEnglish(end)) return 'both';
  const areWords = (isEnglish(start) || start.length === 1) && isEnglish(end);
  if (!areWords) return 'joined';
  return isSoft ? 'both' : 'hyphenated';
}
