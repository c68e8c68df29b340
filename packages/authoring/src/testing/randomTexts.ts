import fc from 'fast-check';
import type { InlineText, RichText } from '@portico/kinds/richText';

/** One edit of a text by one writer, as numbers from which it is derived, whatever the text looks like by then. */
export interface TextEdit {
  at: number;
  remove: number;
  write: string;
}

export const textEdit = (letters: string): fc.Arbitrary<TextEdit> =>
  fc.record({
    at: fc.nat(1000),
    remove: fc.oneof(fc.constant(0), fc.constant(0), fc.nat(4)),
    write: fc.string({ unit: fc.constantFrom(...letters), maxLength: 5 }),
  });

/** Applies an edit. Characters that `keeps` recognizes are never removed. */
export function edited(text: string, { at, remove, write }: TextEdit, keeps: (letter: string) => boolean): string {
  const place = at % (text.length + 1);
  const removed = text.slice(place, place + remove).split('');
  return text.slice(0, place) + write + removed.filter(keeps).join('') + text.slice(place + remove);
}

/** A text with a paragraph for each line; `*` starts and ends bold words. */
export const richTextOf = (lines: string): RichText => ({
  type: 'doc',
  content: lines.split('\n').map((line) => ({ type: 'paragraph', content: inlineOf(line) })),
});

const inlineOf = (line: string): InlineText =>
  line
    .split('*')
    .flatMap((text, index) =>
      text === ''
        ? []
        : [{ type: 'text' as const, text, ...(index % 2 === 1 && { marks: [{ type: 'bold' as const }] }) }],
    );

export const linesOf = ({ content }: RichText): string =>
  content
    .map((block) => (block.content ?? []).map((inline) => (inline.type === 'text' ? inline.text : '\t')).join(''))
    .join('\n');
