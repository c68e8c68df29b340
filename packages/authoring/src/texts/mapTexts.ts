import type { InlineText } from '@portico/kinds/richText';
import { plainInline } from '@portico/kinds/plainText';

/** Properties whose strings are text for readers. All other strings are choices, ids and addresses. */
const textProperties = new Set([
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
/** Nested components are visited separately. */
const skippedProperties = new Set(['components', 'columns']);

/** Maps one text. A run of inline nodes is one text, whatever its marks. */
export interface TextVisitor {
  line: (text: string) => string;
  inline: (text: InlineText) => InlineText;
}

/** A copy of a component, or of a part of one, with every text mapped. Unchanged parts keep their identity. */
export function mapTexts<Data>(data: Data, visitor: TextVisitor): Data {
  if (Array.isArray(data)) {
    if (isInline(data)) return visitor.inline(data) as Data;
    const mapped = data.map((entry) => mapTexts<unknown>(entry, visitor));
    return (mapped.every((entry, index) => entry === data[index]) ? data : mapped) as Data;
  }
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data);
  const mapped = entries.map(([name, value]: [string, unknown]): [string, unknown] => {
    if (skippedProperties.has(name)) return [name, value];
    if (typeof value === 'string') return [name, textProperties.has(name) ? visitor.line(value) : value];
    return [name, mapTexts(value, visitor)];
  });
  return mapped.every(([, value], index) => value === entries[index]![1]) ? data : (Object.fromEntries(mapped) as Data);
}

/** All texts of a component, without those of nested components. */
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
