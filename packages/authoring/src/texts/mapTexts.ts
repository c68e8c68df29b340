import type { InlineText } from '@portico/contracts/richText';
import { plainInline } from '@portico/contracts/plainText';

/** Properties whose strings are words for readers. All other strings are choices, ids and addresses. */
const words = new Set([
  'text',
  'title',
  'caption',
  'attribution',
  'description',
  'alt',
  'credit',
  'role',
  'name',
  'label',
  'helpText',
  'placeholder',
  'message',
]);
/** Components inside a component are visited for themselves. */
const skipped = new Set(['components', 'columns']);

/** What becomes of one text. Runs of inline text are one text, whatever their marks. */
export interface TextVisitor {
  line: (text: string) => string;
  inline: (text: InlineText) => InlineText;
}

/** A copy of a component, or of a part of one, with every text replaced. What does not change stays the same object. */
export function mapTexts<Data>(data: Data, visitor: TextVisitor): Data {
  if (Array.isArray(data)) {
    if (isInline(data)) return visitor.inline(data) as Data;
    const mapped = data.map((entry) => mapTexts<unknown>(entry, visitor));
    return (mapped.every((entry, index) => entry === data[index]) ? data : mapped) as Data;
  }
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data);
  const mapped = entries.map(([name, value]: [string, unknown]): [string, unknown] => {
    if (skipped.has(name)) return [name, value];
    if (typeof value === 'string') return [name, words.has(name) ? visitor.line(value) : value];
    return [name, mapTexts(value, visitor)];
  });
  return mapped.every(([, value], index) => value === entries[index]![1]) ? data : (Object.fromEntries(mapped) as Data);
}

/** Every text of a component itself, without those of its components. */
export function textsOf(data: unknown): string[] {
  const texts: string[] = [];
  mapTexts(data, {
    line: (text) => {
      texts.push(text);
      return text;
    },
    inline: (text) => {
      texts.push(plainInline(text));
      return text;
    },
  });
  return texts;
}

const isInline = (data: unknown[]): data is InlineText =>
  data.length > 0 &&
  data.every((node) => ['text', 'hardBreak'].includes((node as { type?: string } | null)?.type ?? ''));
