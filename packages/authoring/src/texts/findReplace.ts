import { plainInline } from '@portico/kinds/plainText';
import type { Inline, InlineText } from '@portico/kinds/richText';
import { fieldKey, type Change, type ItemContent, type FieldChange } from '@portico/contracts/studio/draft';
import { shellOf, type ContentComponent } from '@portico/kinds/content';
import { wordsOfField } from '@portico/kinds/itemFields';
import { fieldNames, fields } from '@portico/kinds/items';
import { walkDraft } from '../tree/find.ts';
import { mapTexts } from '@portico/kinds/texts';
import { mapWords, type TextVisitor } from '@portico/kinds/words';

export interface Query {
  text: string;
  /** Whether case must match. */
  isExact: boolean;
  isWholeWord: boolean;
}

/** One match. `index` counts the matches within the same component or field. */
export interface Match {
  /** The component's id, or a field's key. */
  key: string;
  index: number;
  /** The surrounding text. */
  before: string;
  found: string;
  after: string;
}

const CONTEXT_LENGTH = 40;

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A regular expression for the query; undefined when the query is empty. */
export function expressionOf({ text, isExact, isWholeWord }: Query): RegExp | undefined {
  if (text === '') return undefined;
  const words = escaped(text);
  const letter = String.raw`[\p{L}\p{N}_]`;
  return new RegExp(isWholeWord ? `(?<!${letter})${words}(?!${letter})` : words, isExact ? 'gu' : 'giu');
}

type OnMatch = (match: { text: string; start: number; end: number }) => string | undefined;

/**
 * Visits every match of a text in order. `onMatch` returns the replacement, or undefined to leave the match unchanged.
 */
function visitor(expression: RegExp, onMatch: OnMatch) {
  const editsOf = (text: string) =>
    [...text.matchAll(expression)].flatMap(({ index: start, 0: { length } }) => {
      const end = start + length;
      const next = onMatch({ text, start, end });
      return next === undefined ? [] : [{ start, end, next }];
    });
  return {
    line: (text: string) =>
      editsOf(text).reduceRight((line, { start, end, next }) => line.slice(0, start) + next + line.slice(end), text),
    inline: (text: InlineText) =>
      editsOf(plainInline(text)).reduceRight((nodes, { start, end, next }) => replaced(nodes, start, end, next), text),
  };
}

/** Replaces the text between two offsets. The replacement gets the marks of the first replaced character. */
function replaced(nodes: InlineText, start: number, end: number, next: string): InlineText {
  let at = 0;
  let isPlaced = false;
  return nodes.flatMap((node): Inline[] => {
    const length = node.type === 'text' ? node.text.length : 1;
    const from = Math.max(0, start - at);
    const to = Math.min(length, end - at);
    at += length;
    if (from >= length || to <= from) return [node];
    const added = isPlaced ? '' : next;
    isPlaced = true;
    if (node.type === 'hardBreak') return added === '' ? [] : [{ type: 'text', text: added }];
    const text = node.text.slice(0, from) + added + node.text.slice(to);
    return text === '' ? [] : [{ ...node, text }];
  });
}

function* partsOf(draft: ItemContent) {
  for (const name of fieldNames) {
    const value = draft.fields[name];
    yield {
      key: fieldKey(name),
      map: (visit: TextVisitor): unknown => mapWords<unknown>(value, wordsOfField(fields[name]), visit),
      data: value,
    };
  }
  for (const { component } of walkDraft(draft)) {
    const data = shellOf(component);
    yield { key: component.id, map: (visit: TextVisitor): unknown => mapTexts(data, visit), data };
  }
}

/** Every match in reading order. */
export function findMatches(draft: ItemContent, query: Query): Match[] {
  const expression = expressionOf(query);
  if (!expression) return [];
  return [...partsOf(draft)].flatMap(({ key, map }) => {
    const matches: Match[] = [];
    const collect: OnMatch = ({ text, start, end }) => {
      const before = text.slice(Math.max(0, start - CONTEXT_LENGTH), start);
      const after = text.slice(end, end + CONTEXT_LENGTH);
      matches.push({ key, index: matches.length, before, found: text.slice(start, end), after });
      return undefined;
    };
    map(visitor(expression, collect));
    return matches;
  });
}

/** Changes that replace every match, or only one. */
export function replaceMatches(
  draft: ItemContent,
  query: Query,
  replacement: string,
  only?: Pick<Match, 'key' | 'index'>,
): Change[] {
  const expression = expressionOf(query);
  if (!expression) return [];
  return [...partsOf(draft)].flatMap(({ key, map, data }): Change[] => {
    if (only && only.key !== key) return [];
    let count = 0;
    const replace: OnMatch = () => {
      count += 1;
      return only && only.index !== count - 1 ? undefined : replacement;
    };
    const next = map(visitor(expression, replace));
    return next === data ? [] : [changeOf(key, next)];
  });
}

function changeOf(key: string, next: unknown): Change {
  const name = fieldNames.find((one) => fieldKey(one) === key);
  return name === undefined
    ? { do: 'set', component: next as ContentComponent }
    : ({ do: 'field', name, value: next } as FieldChange);
}
