import { BulletedList } from '@portico/kinds/components/bulleted-list/shape';
import type { ListItem } from '@portico/kinds/parts';
import { InlineText, RichText, type Mark } from '@portico/kinds/richText';
import fc from 'fast-check';
import { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { anyInlineText, anyListItems, anyRichText } from '../testing/anyText.ts';
import { inlineModel, lineModel, listModel, richTextModel, type TextModel } from './models.ts';

/** A value after its document was serialized and parsed, so that no part of it is the same object. */
function roundTrip<Value>({ schema, toDocument, fromDocument }: TextModel<Value>, value: Value): Value {
  return fromDocument(Node.fromJSON(schema, JSON.parse(JSON.stringify(toDocument(value).toJSON()))));
}

/** A normal form for comparing texts: adjacent text with the same marks is joined, and marks are sorted. */
function normalizedText(text: InlineText | undefined): unknown[] {
  const parts: Array<{ words: string; marks: string }> = [];
  for (const inline of text ?? []) {
    const marks =
      inline.type === 'text'
        ? (inline.marks ?? [])
            .map((mark) => JSON.stringify(mark))
            .sort()
            .join()
        : 'break';
    const last = parts.at(-1);
    if (inline.type === 'text' && last && last.marks === marks) last.words += inline.text;
    else parts.push({ words: inline.type === 'text' ? inline.text : '', marks });
  }
  return parts;
}
const normalizedItems = (items: ListItem[] | undefined): unknown[] =>
  (items ?? []).map(({ content, ordered, items: inside }) => ({
    content: normalizedText(content),
    // Whether an empty list is ordered does not matter.
    ordered: inside?.length ? ordered === true : false,
    items: normalizedItems(inside),
  }));

describe('a text converted to a document and back', () => {
  test('keeps unedited parts as the same objects [STUDIO-201]', () => {
    fc.assert(
      fc.property(anyRichText, (value) => {
        const back = richTextModel.fromDocument(richTextModel.toDocument(value));
        expect(back).toEqual(value);
        back.content.forEach((block, index) => expect(block).toBe(value.content[index]));
      }),
    );
    fc.assert(
      fc.property(anyInlineText, (value) => {
        expect(inlineModel.fromDocument(inlineModel.toDocument(value))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(anyListItems, fc.boolean(), (items, ordered) => {
        const back = listModel.fromDocument(listModel.toDocument({ items, ordered }));
        expect(back).toEqual({ items, ordered });
      }),
    );
  });

  test('is valid and equivalent after serialization [STUDIO-201]', () => {
    fc.assert(
      fc.property(anyRichText, (value) => {
        const back = roundTrip(richTextModel, value);
        expect(z.safeParse(RichText, back).success).toBe(true);
        expect(back.content.map(({ type, content }) => [type, normalizedText(content)])).toEqual(
          value.content.map(({ type, content }) => [type, normalizedText(content)]),
        );
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(anyInlineText, (value) => {
        const back = roundTrip(inlineModel, value);
        expect(z.safeParse(InlineText, back).success).toBe(true);
        expect(normalizedText(back)).toEqual(normalizedText(value));
      }),
    );
    fc.assert(
      fc.property(anyListItems, (items) => {
        const back = roundTrip(listModel, { items, ordered: true, start: 4 });
        expect(z.safeParse(BulletedList, { id: 'a', type: 'BulletedList', ...back }).success).toBe(true);
        expect(normalizedItems(back.items)).toEqual(normalizedItems(items));
        expect([back.ordered, back.start]).toEqual([true, 4]);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (line) => {
        expect(roundTrip(lineModel, line)).toBe(line.replaceAll('\u0000', '').toWellFormed());
      }),
    );
  });

  test('keeps unknown marks, nodes and blocks of a later version [STUDIO-201]', () => {
    const later = { type: 'glow', attrs: { color: 'gold' } } as unknown as Mark;
    const text = [
      { type: 'text', text: 'shining', marks: [{ type: 'bold' }, later] },
      { type: 'formula', tex: 'e=mc^2' },
    ] as unknown as InlineText;
    expect(roundTrip(inlineModel, text)).toEqual([
      { type: 'text', text: 'shining', marks: expect.arrayContaining([{ type: 'bold' }, later]) },
      { type: 'formula', tex: 'e=mc^2' },
    ]);
    const block = { type: 'poem', lines: ['one'] };
    expect(roundTrip(richTextModel, { type: 'doc', content: [block] } as unknown as RichText).content).toEqual([block]);
  });

  test('is split where a text node is full, and never inside a character', () => {
    const long = '👋'.repeat(15_000);
    const back = roundTrip(inlineModel, [
      { type: 'text', text: long.slice(0, 20_000) },
      { type: 'text', text: long.slice(20_000) },
    ]);
    expect(z.safeParse(InlineText, back).success).toBe(true);
    expect(back.map((inline) => (inline.type === 'text' ? inline.text : '')).join('')).toBe(long);
    expect(back.every((inline) => inline.type === 'text' && inline.text.isWellFormed())).toBe(true);
  });

  test('has a placeholder for the caret if it is empty, which is not stored', () => {
    const document = richTextModel.toDocument({ type: 'doc', content: [] });
    expect(document.childCount).toBe(1);
    expect(richTextModel.fromDocument(document)).toEqual({ type: 'doc', content: [] });
  });
});
