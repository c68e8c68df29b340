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
 * place stays in one piece each, mine first. Undefined if the versions differ too much.
 */
export function mergeSequences(
  base: readonly Token[],
  mine: readonly Token[],
  theirs: readonly Token[],
  mergeLooks: MergeLooks,
): Token[] | undefined {
  const own = versionOf(base, mine);
  const other = versionOf(base, theirs);
  if (!own || !other) return undefined;
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
}

function versionOf(base: readonly Token[], version: readonly Token[]): Version | undefined {
  const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key);
  const edits = editsBetween(keysOf(base), keysOf(version));
  if (!edits) return undefined;
  const result: Version = { tokens: [], inserted: new Map() };
  let next = 0;
  for (const edit of edits.map((each, index) => fromStart(each, edits[index - 1], base, version))) {
    while (result.tokens.length < edit.from) result.tokens.push(version[next++]);
    for (let deleted = edit.from; deleted < edit.to; deleted += 1) result.tokens.push(undefined);
    const inserted = [...(result.inserted.get(edit.from) ?? []), ...version.slice(edit.start, edit.end)];
    result.inserted.set(edit.from, inserted);
    next = edit.end;
  }
  while (result.tokens.length < base.length) result.tokens.push(version[next++]);
  return result;
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
