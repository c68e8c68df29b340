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

/** The most neighboring words of a name that also count as one: `A.J.` as `aj`, `de la Cruz` as `delacruz`. */
const MAX_JOINED = 3;
/** The characters of a word that are compared. PostgreSQL cannot search for words of 2,047 bytes or more. */
export const MAX_COMPARED = 200;

/** Words as one, like a key of `name_keys` in the database. */
const joinedKey = (words: string[]): string => [...words.join('')].slice(0, MAX_COMPARED).join('');

/**
 * For each typed word, the word itself and the word joined with its neighbors. A name matches if one of them begins one
 * of its words, so `o brien` finds O'Brien as well as OBrien.
 */
export const nameBeginnings = (typed: string): string[][] => joinedWithNeighbors(foldWords(typed));

/** Each word by itself and joined with its neighbors. */
export function joinedWithNeighbors(words: string[]): string[][] {
  return words.map((_, index) => {
    const runs = new Set<string>();
    for (let first = Math.max(0, index - MAX_JOINED + 1); first <= index; first += 1)
      for (let last = index; last < Math.min(words.length, first + MAX_JOINED); last += 1)
        runs.add(joinedKey(words.slice(first, last + 1)));
    return [...runs];
  });
}

/** The words of a name, and each two or three neighbors joined: what a typed word may begin. */
function nameKeys(name: string): string[] {
  const words = foldWords(name);
  return words.flatMap((_, first) =>
    Array.from({ length: Math.min(MAX_JOINED, words.length - first) }, (__, more) =>
      joinedKey(words.slice(first, first + more + 1)),
    ),
  );
}

/** Whether each typed word begins a word of the name. False if nothing that can be compared was typed. */
export function isNameMatch(name: string, typed: string): boolean {
  const beginnings = nameBeginnings(typed);
  const keys = nameKeys(name);
  return (
    beginnings.length > 0 && beginnings.every((runs) => runs.some((run) => keys.some((key) => key.startsWith(run))))
  );
}

/**
 * How well a name that matches fits what was typed, best first: each typed word is a whole word of it, one of them its
 * last; each is a whole word; each but the last is; or each begins one. The database has the same order in
 * `personFit`.
 */
export function nameFit(name: string, typed: string): number {
  const beginnings = nameBeginnings(typed);
  const keys = new Set(nameKeys(name));
  const isWhole = beginnings.map((runs) => runs.some((run) => keys.has(run)));
  const surname = foldWords(name).at(-1);
  if (isWhole.every(Boolean)) return beginnings.some((runs) => runs.some((run) => run === surname)) ? 0 : 1;
  return isWhole.length > 1 && isWhole.slice(0, -1).every(Boolean) ? 2 : 3;
}
