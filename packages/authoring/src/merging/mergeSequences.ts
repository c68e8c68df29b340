import { editsBetween, type Edit } from './editsBetween.ts';

/** A character of a text, or the start of a block or list entry. */
export interface Token {
  /** What it is. Tokens of two versions with the same key can be the same one. */
  key: string;
  /** What can change about it, as JSON: the marks of a character, the type of a block. */
  look: string;
}

/** Whether a token starts a block or list entry. */
export const isStart = ({ key }: Token): boolean => key === BLOCK || key === ENTRY;
export const BLOCK = 'block';
export const ENTRY = 'entry';

/** Merges the looks of a token that both have changed. */
export type MergeLooks = (base: string, mine: string, theirs: string) => string;

/**
 * Both versions of a sequence in one: what either inserted, without what either deleted. What both inserted at the same
 * place stays in one piece each, mine first. Undefined if the versions differ too much, or if both rewrote the same
 * words: their letters would mix.
 */
export function mergeSequences(
  base: readonly Token[],
  mine: readonly Token[],
  theirs: readonly Token[],
  mergeLooks: MergeLooks,
): Token[] | undefined {
  const own = versionOf(base, mine);
  const other = versionOf(base, theirs);
  if (!own || !other || [...own.replaced].some((word) => other.replaced.has(word))) return undefined;
  const merged: Token[] = [];
  for (let index = 0; index <= base.length; index += 1) {
    merged.push(...(own.inserted.get(index) ?? []), ...(other.inserted.get(index) ?? []));
    const token = base[index];
    const [left, right] = [own.tokens[index], other.tokens[index]];
    if (!token || !left || !right) continue;
    const isMine = left.look === right.look || right.look === token.look;
    const look = isMine ? left.look : left.look === token.look ? right.look : undefined;
    merged.push({ key: token.key, look: look ?? mergeLooks(token.look, left.look, right.look) });
  }
  return merged;
}

interface Version {
  /** The token of the version for each token of the base; undefined if it was deleted. */
  tokens: Array<Token | undefined>;
  /** What was inserted before each index of the base. */
  inserted: Map<number, Token[]>;
  /** Where words of the base start that were replaced by others. */
  replaced: ReadonlySet<number>;
}

function versionOf(base: readonly Token[], version: readonly Token[]): Version | undefined {
  const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key);
  const edits = editsBetween(keysOf(base), keysOf(version));
  if (!edits) return undefined;
  const result: Version = { tokens: [], inserted: new Map(), replaced: new Set() };
  let next = 0;
  for (const edit of edits.map((each, index) => fromStart(each, edits[index - 1], base, version))) {
    while (result.tokens.length < edit.from) result.tokens.push(version[next++]);
    for (let deleted = edit.from; deleted < edit.to; deleted += 1) result.tokens.push(undefined);
    const inserted = [...(result.inserted.get(edit.from) ?? []), ...version.slice(edit.start, edit.end)];
    result.inserted.set(edit.from, inserted);
    next = edit.end;
  }
  while (result.tokens.length < base.length) result.tokens.push(version[next++]);
  return withReplacedWords(base, result);
}

/**
 * The same edit, if possible from the start of a block: of two paragraphs, the whole second one is new, rather than the
 * end of the first one and the start of the second one.
 */
function fromStart(edit: Edit, last: Edit | undefined, base: readonly Token[], version: readonly Token[]): Edit {
  const [tokens, first, end] = edit.from === edit.to ? [version, edit.start, edit.end] : [base, edit.from, edit.to];
  if (edit.from !== edit.to && edit.start !== edit.end) return edit;
  const most = Math.min(edit.from - (last?.to ?? 0), edit.start - (last?.end ?? 0));
  for (let by = 0; by <= most; by += 1) {
    const token = tokens[first - by];
    if (token && isStart(token))
      return { from: edit.from - by, to: edit.to - by, start: edit.start - by, end: edit.end - by };
    if (by === most || tokens[first - by - 1]?.key !== tokens[end - by - 1]?.key) break;
  }
  return edit;
}

/** Words with fewer letters are merged letter by letter, whatever happens to them. */
const MIN_REWRITTEN = 4;
/** A version that keeps more of the letters than this has corrected or continued the words, not replaced them. */
const MAX_KEPT = 3 / 4;

const isLetter = (token: Token | undefined): boolean => token !== undefined && /^[\p{L}\p{N}\p{M}]$/u.test(token.key);
/** In these scripts, no space separates words. */
const isWordAlone = ({ key }: Token): boolean => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(key);

interface Word {
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * A version in which replaced words are deleted and typed as a whole: letters that old and new words happen to share
 * belong to the new ones, and nobody else can delete them with the old ones.
 */
function withReplacedWords(base: readonly Token[], version: Version): Version {
  // Nothing was deleted.
  if (!version.tokens.includes(undefined)) return version;
  const tokens = [...version.tokens];
  const inserted = new Map(version.inserted);
  const replaced = new Set<number>();
  for (const words of lackedWords(base, version)) {
    if (!isReplaced(version, words)) continue;
    const [from, to] = [words[0]!.from, words.at(-1)!.to];
    const typed: Token[] = [];
    for (let index = from; index < to; index += 1) {
      const kept = tokens[index];
      typed.push(...(inserted.get(index) ?? []), ...(kept ? [kept] : []));
      inserted.delete(index);
      tokens[index] = undefined;
    }
    inserted.set(from, typed);
    for (const word of words) replaced.add(word.from);
  }
  return { tokens, inserted, replaced };
}

/** The words of the base that a version does not have; those next to each other in one block are together. */
function lackedWords(base: readonly Token[], version: Version): Word[][] {
  const stretches: Word[][] = [];
  let end: number | undefined;
  for (const word of wordsIn(base)) {
    if (hasWord(version, word)) {
      end = undefined;
      continue;
    }
    const isNext = end !== undefined && !base.slice(end, word.from).some(isStart);
    if (isNext) stretches.at(-1)!.push(word);
    else stretches.push([word]);
    end = word.to;
  }
  return stretches;
}

function wordsIn(tokens: readonly Token[]): Word[] {
  const words: Word[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isLetter(token)) continue;
    const last = words.at(-1);
    const isContinued = last?.to === index && !isWordAlone(token) && !isWordAlone(tokens[index - 1]!);
    if (isContinued) last.to += 1;
    else words.push({ from: index, to: index + 1 });
  }
  return words;
}

/** Whether a version has a word of the base as a word. */
function hasWord({ tokens, inserted }: Version, { from, to }: Word): boolean {
  const isPartOfOther = isLetter(inserted.get(from)?.at(-1)) || isLetter(inserted.get(to)?.[0]);
  const first = tokens[from];
  // A long word that is left was continued. Of a short one, the letters can be left by chance.
  if (isPartOfOther && to - from < MIN_REWRITTEN && !(first && isWordAlone(first))) return false;
  for (let index = from; index < to; index += 1)
    if (!tokens[index] || (index > from && inserted.has(index))) return false;
  return true;
}

/** Whether a version has other letters instead of those of these words. */
function isReplaced({ tokens, inserted }: Version, words: readonly Word[]): boolean {
  const letters = words.flatMap(({ from, to }) => tokens.slice(from, to));
  if (letters.length < MIN_REWRITTEN) return false;
  if (letters.filter((letter) => letter !== undefined).length > letters.length * MAX_KEPT) return false;
  const [first, last] = [words[0]!.from, words.at(-1)!.to];
  return [...inserted].some(([place, written]) => place >= first && place <= last && written.some(isLetter));
}
