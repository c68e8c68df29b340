import { partsOf, type Words } from '@portico/kinds/words';
import type { ListItem } from '@portico/kinds/parts';
import type { InlineText, Mark, RichText } from '@portico/kinds/richText';
import { editsBetween } from './editsBetween.ts';
import { mergeSequences, type Token } from './mergeSequences.ts';
import {
  inlineOf,
  lineOf,
  listItemsOf,
  richTextOf,
  tokensOfInline,
  tokensOfLine,
  tokensOfList,
  tokensOfRichText,
} from './textTokens.ts';

/** The result for values that can't be merged: someone has to choose. */
export const CLASH = Symbol('clash');

type Properties = Record<string, unknown>;
type List = readonly unknown[];

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isRichText = (value: unknown): value is RichText => isObject(value) && value['type'] === 'doc';

/** Whether two values are equal as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
}

/**
 * Two versions of a value in one. `words` says which parts are texts; those are merged character by character. Any
 * other value that both have changed is a clash.
 */
export function mergeValues(base: unknown, mine: unknown, theirs: unknown, words: Words | undefined): unknown {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (words === undefined || words === 'none' || words === 'address') return CLASH;
  const all = [base, mine, theirs];
  if (all.every(Array.isArray)) return mergeLists(base as List, mine as List, theirs as List, words);
  if (typeof words === 'string' && all.every(isRichText))
    return merged(all as Three<RichText>, tokensOfRichText, richTextOf);
  if (all.every(isObject)) return mergeObjects(all, words);
  const isLine = typeof words === 'string' && all.every((value) => typeof (value ?? '') === 'string');
  return isLine ? merged(all.map((line) => line ?? '') as Three<string>, tokensOfLine, lineOf) : CLASH;
}

type Three<Value> = [base: Value, mine: Value, theirs: Value];

function merged<Value>(
  [base, mine, theirs]: Three<Value>,
  tokensOf: (value: Value) => Token[],
  valueOf: (tokens: Token[]) => Value,
): unknown {
  const tokens = mergeSequences(tokensOf(base), tokensOf(mine), tokensOf(theirs), mergeLooks);
  return tokens ? valueOf(tokens) : CLASH;
}

/** Marks that either added, without those that either removed. Of two types of a block, or two links, mine wins. */
function mergeLooks(base: string, mine: string, theirs: string): string {
  if (![base, mine, theirs].every((look) => look === '' || look.startsWith('[{'))) return mine;
  const [before, own, other] = [base, mine, theirs].map(
    (look) => new Map((look === '' ? [] : (JSON.parse(look) as Mark[])).map((mark) => [mark.type, mark])),
  ) as Three<Map<string, Mark>>;
  const marks = [...new Set([...own.keys(), ...other.keys()])].flatMap((type) => {
    const isOwn = !isSame(own.get(type), before.get(type));
    return (isOwn ? own : other).get(type) ?? [];
  });
  return marks.length > 0 ? JSON.stringify(marks) : '';
}

/** Property by property. Objects with different ids, such as two pictures, are different things. */
function mergeObjects(all: Properties[], words: Words): unknown {
  const [base, mine, theirs] = all as Three<Properties>;
  if (!isSame(base['id'], mine['id']) || !isSame(base['id'], theirs['id'])) return CLASH;
  const parts = partsOf(base, words);
  const result: Properties = {};
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const value = mergeValues(base[name], mine[name], theirs[name], parts[name]);
    if (value === CLASH) return CLASH;
    if (value !== undefined) result[name] = value;
  }
  return result;
}

const isInlineNode = (value: unknown) => isObject(value) && ['text', 'hardBreak'].includes(String(value['type']));
const isRow = (list: List) => list.every((cell) => Array.isArray(cell) && cell.every(isInlineNode));
const isListItem = (value: unknown) => isObject(value) && Array.isArray(value['content']) && !('type' in value);

function mergeLists(base: List, mine: List, theirs: List, words: Words): unknown {
  const all: Three<List> = [base, mine, theirs];
  const isText = (isPart: (value: unknown) => boolean) => typeof words === 'string' && all.flat().every(isPart);
  if (isText(isInlineNode)) return merged(all as Three<InlineText>, tokensOfInline, inlineOf);
  if (isText(isListItem)) return merged(all as Three<ListItem[]>, tokensOfList, listItemsOf);
  if (all.every(isRow)) {
    if (all.some(({ length }) => length !== base.length)) return CLASH;
    const cells = base.map((cell, index) => mergeValues(cell, mine[index], theirs[index], words));
    return cells.includes(CLASH) ? CLASH : cells;
  }
  return mergeEntries(all, words);
}

/** Entry by entry. An entry that one removed and the other changed is a clash. */
function mergeEntries([base, mine, theirs]: Three<List>, words: Words): unknown {
  const [own, other] = [counterparts(base, mine), counterparts(base, theirs)];
  if (!own || !other) return CLASH;
  const result: unknown[] = [];
  const added = (list: List, places: number[], index: number) => {
    const start = places.slice(0, index).findLast((place) => place >= 0) ?? -1;
    const end = places.slice(index).find((place) => place >= 0) ?? list.length;
    // What follows a removed entry was already added in its place.
    return places[index - 1] === -1 ? [] : list.slice(start + 1, end);
  };
  for (let index = 0; index <= base.length; index += 1) {
    result.push(...added(mine, own, index), ...added(theirs, other, index));
    if (index === base.length) break;
    const [left, right] = [own[index]!, other[index]!];
    const isLost =
      (left < 0 && right >= 0 && !isSame(base[index], theirs[right])) ||
      (right < 0 && left >= 0 && !isSame(base[index], mine[left]));
    if (isLost) return CLASH;
    if (left >= 0 && right >= 0) result.push(mergeValues(base[index], mine[left], theirs[right], words));
  }
  const isUneven = (list: List) => new Set(list.map((row) => (Array.isArray(row) ? row.length : 0))).size > 1;
  const isBroken = isUneven(result) && !isUneven(mine) && !isUneven(theirs);
  return isBroken || result.includes(CLASH) ? CLASH : result;
}

const idOf = (entry: unknown): string | undefined =>
  isObject(entry) && typeof entry['id'] === 'string' ? entry['id'] : undefined;

/**
 * For each entry of `base` its index in `list`, or -1 if it was removed; undefined if the order of entries has changed.
 */
function counterparts(base: List, list: List): number[] | undefined {
  if ([...base, ...list].every((entry) => idOf(entry) !== undefined)) {
    const places = base.map((entry) => list.findIndex((each) => idOf(each) === idOf(entry)));
    const left = places.filter((place) => place >= 0);
    return left.every((place, index) => index === 0 || place > left[index - 1]!) ? places : undefined;
  }
  const [before, after] = [base, list].map((entries) => entries.map((entry) => JSON.stringify(entry)));
  const edits = editsBetween(before!, after!) ?? [{ from: 0, to: base.length, start: 0, end: list.length }];
  const places: number[] = [];
  let next = 0;
  for (const { from, to, start, end } of edits) {
    while (places.length < from) places.push(next++);
    next = start;
    // As many entries as before: they were edited.
    for (let index = from; index < to; index += 1) places.push(to - from === end - start ? next++ : -1);
    next = end;
  }
  while (places.length < base.length) places.push(next++);
  return places;
}
