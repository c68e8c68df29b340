import { foldWords } from './foldWords.ts';

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

/** Each word alone, and joined with its neighbors. */
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
