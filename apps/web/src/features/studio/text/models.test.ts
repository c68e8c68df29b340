import { BulletedList, type ListItem } from '@portico/contracts/content';
import { InlineText, RichText, type Mark } from '@portico/contracts/richText';
import fc from 'fast-check';
import { Node } from 'prosemirror-model';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { anyInlineText, anyListItems, anyRichText } from '../testing/anyText.ts';
import { inlineModel, lineModel, listModel, richTextModel, type TextModel } from './models.ts';

/** The value after a document was written down and read again: nothing of it is the same object any more. */
function through<Value>({ schema, toDocument, fromDocument }: TextModel<Value>, value: Value): Value {
  return fromDocument(Node.fromJSON(schema, JSON.parse(JSON.stringify(toDocument(value).toJSON()))));
}

/** What two texts have in common that say the same: neighbors with the same marks are one text, marks have an order. */
function normalText(text: InlineText | undefined): unknown[] {
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
const normalItems = (items: ListItem[] | undefined): unknown[] =>
  (items ?? []).map(({ content, ordered, items: inside }) => ({
    content: normalText(content),
    // A list without entries has no kind.
    ordered: inside?.length ? ordered === true : false,
    items: normalItems(inside),
  }));

describe('a text that goes into an editor', () => {
  test('comes back as the same object where nobody wrote [STUDIO-201]', () => {
    fc.assert(
      fc.property(anyRichText, (value) => {
        const back = richTextModel.fromDocument(richTextModel.toDocument(value));
        expect(back).toEqual(value);
        back.content.forEach((block, place) => expect(block).toBe(value.content[place]));
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

  test('is valid, and says the same with the same marks, after it was written anew [STUDIO-201]', () => {
    fc.assert(
      fc.property(anyRichText, (value) => {
        const back = through(richTextModel, value);
        expect(z.safeParse(RichText, back).success).toBe(true);
        expect(back.content.map(({ type, content }) => [type, normalText(content)])).toEqual(
          value.content.map(({ type, content }) => [type, normalText(content)]),
        );
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(anyInlineText, (value) => {
        const back = through(inlineModel, value);
        expect(z.safeParse(InlineText, back).success).toBe(true);
        expect(normalText(back)).toEqual(normalText(value));
      }),
    );
    fc.assert(
      fc.property(anyListItems, (items) => {
        const back = through(listModel, { items, ordered: true, start: 4 });
        expect(z.safeParse(BulletedList, { id: 'a', type: 'BulletedList', ...back }).success).toBe(true);
        expect(normalItems(back.items)).toEqual(normalItems(items));
        expect([back.ordered, back.start]).toEqual([true, 4]);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (line) => {
        expect(through(lineModel, line)).toBe(line.replaceAll('\u0000', '').toWellFormed());
      }),
    );
  });

  test('keeps the marks, words and blocks of a later version [STUDIO-201]', () => {
    const later = { type: 'glow', attrs: { color: 'gold' } } as unknown as Mark;
    const text = [
      { type: 'text', text: 'shining', marks: [{ type: 'bold' }, later] },
      { type: 'formula', tex: 'e=mc^2' },
    ] as unknown as InlineText;
    expect(through(inlineModel, text)).toEqual([
      { type: 'text', text: 'shining', marks: expect.arrayContaining([{ type: 'bold' }, later]) },
      { type: 'formula', tex: 'e=mc^2' },
    ]);
    const block = { type: 'poem', lines: ['one'] };
    expect(through(richTextModel, { type: 'doc', content: [block] } as unknown as RichText).content).toEqual([block]);
  });

  test('is cut where one text holds no more, and never inside a character', () => {
    const long = '👋'.repeat(15_000);
    const back = through(inlineModel, [
      { type: 'text', text: long.slice(0, 20_000) },
      { type: 'text', text: long.slice(20_000) },
    ]);
    expect(z.safeParse(InlineText, back).success).toBe(true);
    expect(back.map((inline) => (inline.type === 'text' ? inline.text : '')).join('')).toBe(long);
    expect(back.every((inline) => inline.type === 'text' && inline.text.isWellFormed())).toBe(true);
  });

  test('has a place for the caret when it is empty, which is not stored', () => {
    const document = richTextModel.toDocument({ type: 'doc', content: [] });
    expect(document.childCount).toBe(1);
    expect(richTextModel.fromDocument(document)).toEqual({ type: 'doc', content: [] });
  });
});
