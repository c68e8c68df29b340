import { foldLetters } from '@portico/contracts/foldWords';

/** A normalized word of a text, as search compares it, and its position in the text. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

const MAX_WORD_LENGTH = 60;

/**
 * Names that count as one word in every spelling: `I.R.A.`, `401(k)`, `501(c)(3)`, `401 k`, `1099-R`, `1099 R`,
 * `1099/R`, `W-2`, `W-9s`, `S&P`, `S & P`, `O’Brien`, and numbers with commas. Any other word is a run of letters and
 * digits.
 */
const TOKEN = new RegExp(
  [
    String.raw`(?<![\p{L}\p{N}])(?:`,
    [
      String.raw`(?:\p{L}\.){2,12}`,
      String.raw`\d{2,4}[ -]?\(\p{L}\)(?:\(\d{1,2}\))?s?`,
      String.raw`(?:401 k|403 b|457 b)s?`,
      String.raw`\d{1,4}-\p{L}s?`,
      String.raw`\d{3,4}[./]\p{L}`,
      String.raw`(?!(?:19|20)\d\d )\d{4} [b-hj-z](?! ?[&'’.])`,
      String.raw`\p{L}-\d{1,3}s?`,
      String.raw`\p{L}{1,3}&\p{L}{1,3}`,
      String.raw`\p{Lu} & \p{Lu}`,
      String.raw`[od][’'ʻʼ]\p{L}{2,40}`,
      String.raw`\d{1,3}(?:,\d{3}){1,5}`,
    ].join('|'),
    String.raw`)(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+`,
  ].join(''),
  'giu',
);

/** The words of a text in order: lowercase, without accents, and names such as 401(k) in a single spelling. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const word = normalizeWord(match[0]);
    if (word !== '') tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The words of a text separated by single spaces, safe for PostgreSQL's parser. */
export function normalizeWords(text: string): string {
  return tokenize(text)
    .map(({ word }) => word)
    .join(' ');
}

/** The plural of an abbreviation, whose stem would keep its ending: `CPAs`, `RMDs`. */
const ABBREVIATIONS = /^\p{Lu}{2,6}s$/u;

/** The plural of the name of a form or plan: `401ks`, `W-9s`, `1099s`, `529s`; not a decade, `1990s`. */
const PLURAL_NAME = /^(\d{2,4}\p{L}|\p{L}\d{1,3}|(?!(?:19|20)\d0s)\d{3,4})s$/u;

function normalizeWord(written: string): string {
  return foldLetters(ABBREVIATIONS.test(written) ? written.slice(0, -1) : written)
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(PLURAL_NAME, '$1')
    .slice(0, MAX_WORD_LENGTH);
}
