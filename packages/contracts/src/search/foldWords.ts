/** Accents and vowel marks of scripts whose readers also type words without them. */
const MARK_RANGES = [
  // Latin, Greek and Cyrillic
  String.raw`\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`,
  // Hebrew
  String.raw`\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7`,
  // Arabic
  String.raw`\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc`,
  // Japanese
  String.raw`\u3099-\u309a`,
];
const MARKS = new RegExp(`[${MARK_RANGES.join('')}]`, 'g');

/** Letters that are not a plain letter with an accent, and how people type them on a keyboard without them. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL_LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Apostrophes that Unicode counts as letters: the ʻokina of Hawaiian and others, as in Keʻala and Oʼneil. */
const LETTER_APOSTROPHES = /[\u02b9-\u02c1\u02c8\u02ca\u02cb\u02ee\u07f4\u07f5\ua78c]/g;

/** Lowercase letters without accents, and with plain apostrophes: `José Łuk` as `jose luk`. */
export function foldLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTER_APOSTROPHES, "'")
    .replace(SPECIAL_LETTER, (letter) => LETTERS[letter]!);
}

/**
 * The words of a name as names are compared: folded runs of letters and digits, so that `A.J. O’Brien` is `a`, `j`, `o`
 * and `brien`. The database has the same function, `fold_words`.
 */
export function foldWords(text: string): string[] {
  return foldLetters(text)
    .replaceAll('&', ' and ')
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '');
}
