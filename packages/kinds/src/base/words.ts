import { plainInline, plainText } from './plainText.ts';
import type { FormField } from '../forms/formFields.ts';
import type { ImageRef } from './media.ts';
import type { Inline, InlineText, RichText } from './richText.ts';
import type { LinkTarget, ListItem } from './parts.ts';

/**
 * What a text is for. `read`: readers see it on the page, so search finds it. `aside`: it accompanies what they see,
 * such as a credit or a choice. Both are counted, compared, found and replaced. `address`: search finds it, but nobody
 * replaces a part of it. `none`: not a text for readers.
 * The text of a picture is its alternative text: `read` where the picture is the content, `aside` where it goes with a
 * text, such as a portrait.
 */
export type TextUse = 'read' | 'aside' | 'address' | 'none';

/** Values that contain texts and have one use as a whole. */
type ValueWithTexts = RichText | InlineText | InlineText[] | InlineText[][] | ImageRef;
/** Whether a value is the entries of a list. Those of a checklist aren’t, although they have what a list item has. */
export type IsListItems<Value> = [Value, ListItem[]] extends [ListItem[], Value] ? true : false;

type HoldsText<Value> = [Value] extends [boolean | number]
  ? false
  : [Value] extends [string]
    ? string extends Value
      ? true
      : false
    : [Value] extends [Array<infer Entry>]
      ? HoldsText<Entry>
      : true;

type UseOf<Value> = [true, Value] extends [IsListItems<Value>, unknown] | [true, string | string[] | ValueWithTexts]
  ? TextUse
  : 'none' | (Value extends Array<infer Entry> ? WordsOf<Entry> : WordsOf<Value>);

/**
 * What each text of an object is for, in reading order. A property that could contain a text does not compile until it
 * is listed. A list of objects that differ by `type` says it `byType`.
 */
export type WordsOf<Value> = [Value] extends [FormField]
  ? { byType: { [Field in FormField as Field['type']]: WordsOfProperties<Field> } }
  : WordsOfProperties<Value>;
export type WordsOfProperties<Value> = {
  [
    Name in Exclude<keyof Value & string, 'id' | 'type'> as HoldsText<NonNullable<Value[Name]>> extends true
      ? Name
      : never
  ]-?: UseOf<NonNullable<Value[Name]>>;
};

/** The words of any object, without the types that enforce completeness. */
export type Words = TextUse | { byType: Record<string, Words> } | { [name: string]: Words };

export const linkWords: WordsOfProperties<LinkTarget> = { text: 'read', href: 'none' };

/** Maps one text. A run of inline nodes is one text, whatever its marks. */
export interface TextVisitor {
  line: (text: string) => string;
  inline: (text: InlineText) => InlineText;
}

/** Where the texts of formatted content, list entries and pictures are. */
const inside = ['content', 'items', 'alt', 'credit'];

/** A copy of a value with every text mapped. Unchanged parts keep their identity. */
export function mapWords<Data>(data: Data, words: Words | undefined, visitor: TextVisitor): Data {
  if (words === undefined || words === 'none' || words === 'address') return data;
  if (Array.isArray(data)) {
    if (isInline(data)) return visitor.inline(data) as Data;
    const mapped = data.map((entry) => mapWords<unknown>(entry, words, visitor));
    return (mapped.every((entry, index) => entry === data[index]) ? data : mapped) as Data;
  }
  if (typeof data === 'string') return (typeof words === 'string' ? visitor.line(data) : data) as Data;
  if (typeof data !== 'object' || data === null) return data;
  const mapped = Object.entries(partsOf(data, words))
    .map(([name, use]): [string, unknown, unknown] => {
      const value: unknown = Reflect.get(data, name);
      return [name, value, mapWords(value, use, visitor)];
    })
    .filter(([, before, after]) => before !== after);
  return mapped.length === 0
    ? data
    : { ...data, ...Object.fromEntries(mapped.map(([name, , after]) => [name, after])) };
}

/** The lines that search finds, in reading order: one per text, or per row of a table. */
export function wordLines(data: unknown, words: Words | undefined): string[] {
  if (words === undefined || words === 'none' || words === 'aside') return [];
  if (typeof words === 'string') return linesIn(data);
  if (Array.isArray(data)) return data.flatMap((entry) => wordLines(entry, words));
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(partsOf(data, words)).flatMap(([name, use]) => wordLines(Reflect.get(data, name), use));
}

/** What the texts in the properties of an object are for. */
export function partsOf(data: object, words: Words): Record<string, Words | undefined> {
  if (typeof words === 'string') return Object.fromEntries(inside.map((name) => [name, words]));
  if (!isByType(words)) return words;
  const parts = words.byType[String(Reflect.get(data, 'type'))];
  return typeof parts === 'object' ? partsOf(data, parts) : {};
}

const isByType = (words: Exclude<Words, string>): words is { byType: Record<string, Words> } =>
  typeof words['byType'] === 'object';

function linesIn(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  if (Array.isArray(data)) {
    if (isInline(data)) return [plainInline(data)];
    const isRow = data.every((cell) => Array.isArray(cell) && (cell.length === 0 || isInline(cell)));
    return isRow
      ? [
          (data as InlineText[])
            .map(plainInline)
            .filter((cell) => cell.trim() !== '')
            .join(' · '),
        ]
      : data.flatMap(linesIn);
  }
  if (typeof data !== 'object' || data === null) return [];
  if ((data as { type?: unknown }).type === 'doc') return [plainText(data as RichText)];
  const { content, items, alt } = data as { content?: unknown; items?: unknown; alt?: unknown };
  return [content, items, alt].flatMap(linesIn);
}

const isInline = (data: unknown[]): data is Inline[] =>
  data.length > 0 &&
  data.every((node) => ['text', 'hardBreak'].includes((node as { type?: string } | null)?.type ?? ''));
