import { ComponentTree, type ContentComponent } from '@portico/kinds/content';
import type { ListItem } from '@portico/kinds/parts';
import { plainInline, plainText } from '@portico/kinds/plainText';
import type { InlineText } from '@portico/kinds/richText';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildComponents } from './buildComponents.ts';
import { DroppedCount } from './dropped.ts';
import type { Piece } from './pieces.ts';

const text = (words: string, isBold = false): InlineText => [
  { type: 'text', text: words, ...(isBold && { marks: [{ type: 'bold' as const }] }) },
];
const range = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Text of this many pieces. */
const pieces = (count: number): InlineText => range(count).flatMap((index) => text(`w${index} `, index % 2 === 1));

function build(read: Piece[]): ContentComponent[] {
  const losses = new DroppedCount();
  const { components } = buildComponents(read, { losses });
  expect(losses.list()).toEqual([]);
  const named = components.map((component, index): ContentComponent => ({ id: `c${index}`, ...component }));
  expect(ComponentTree.safeParse(named).error?.issues ?? []).toEqual([]);
  return named;
}

const listWords = (items: ListItem[]): string[] =>
  items.flatMap((item) => [plainInline(item.content), ...listWords(item.items ?? [])]);

function wordsOf(component: ContentComponent): string[] {
  switch (component.type) {
    case 'Header':
    case 'Link':
      return [component.text];
    case 'BodyText':
      return [plainText(component.body)];
    case 'Quote':
      return [plainText(component.body), component.attribution ?? ''];
    case 'BulletedList':
      return listWords(component.items);
    case 'Table':
      return [component.caption ?? '', ...[component.header, ...component.rows].flat().map(plainInline)];
    default:
      return [];
  }
}
const words = (components: ContentComponent[]) => components.flatMap(wordsOf).join(' ').match(/w\d+/g) ?? [];
const expected = (count: number) => range(count).map((index) => `w${index}`);

const item = (words: string, depth: number, ordered = false): Piece => ({
  kind: 'item',
  depth,
  ordered,
  isNew: false,
  text: text(words),
});

describe('components of a text beyond the limits of the contract', () => {
  test('a list of 201 entries inside an entry keeps all of them: the last are lines with their numbers [STUDIO-401]', () => {
    const list = (count: number) =>
      build([item('Outer', 0), ...range(count).map((index) => item(`w${index}`, 1, true))]);
    expect(words(list(200))).toEqual(expected(200));
    const longer = list(203);
    expect(words(longer)).toEqual(expected(203));
    expect(longer).toHaveLength(1);
    expect(JSON.stringify(longer)).toContain('"203. w202"');
  });

  test('an entry, a cell and a paragraph of 501 pieces keep all words [STUDIO-401]', () => {
    for (const count of [500, 501, 2000]) {
      expect(words(build([{ kind: 'item', depth: 0, ordered: false, isNew: true, text: pieces(count) }]))).toEqual(
        expected(count),
      );
      const table = { header: [], rows: [[pieces(count), text('b')]], align: [] };
      expect(words(build([{ kind: 'table', table }]))).toEqual(expected(count));
      expect(words(build([{ kind: 'paragraph', text: pieces(count) }]))).toEqual(expected(count));
      expect(words(build([{ kind: 'quote', pieces: [{ kind: 'paragraph', text: pieces(count) }] }]))).toEqual(
        expected(count),
      );
    }
  });

  test('a caption of 301 letters becomes a text before its table [STUDIO-401]', () => {
    const captioned = (length: number) =>
      build([{ kind: 'table', table: { caption: 'x'.repeat(length), header: [], rows: [[text('a')]], align: [] } }]);
    expect(captioned(300).map(({ type }) => type)).toEqual(['Table']);
    expect(captioned(301).map(({ type }) => type)).toEqual(['BodyText', 'Table']);
  });

  test('a table of 501 rows and 21 columns becomes four, and one without rows keeps its header [STUDIO-401]', () => {
    const rows = range(501).map((row) => range(21).map((column) => text(`w${row * 21 + column}`)));
    const tables = build([{ kind: 'table', table: { header: [], rows, align: [] } }]);
    expect(tables).toHaveLength(4);
    expect(words(tables).toSorted()).toEqual(expected(501 * 21).toSorted());
    expect(words(build([{ kind: 'table', table: { header: [text('w0')], rows: [], align: [] } }]))).toEqual(['w0']);
  });

  test('a dialog and a source of 201 letters stay in the quotation [STUDIO-400]', () => {
    const quote = (...lines: string[]) =>
      build([{ kind: 'quote', pieces: lines.map((line) => ({ kind: 'paragraph' as const, text: text(line) })) }]);
    expect(quote('Words', `— ${'x'.repeat(200)}`)).toMatchObject([{ attribution: 'x'.repeat(200) }]);
    expect(quote('Words', `— ${'x'.repeat(201)}`)).toMatchObject([{ body: { content: [{}, {}] } }]);
    expect(quote('— How are you?', '— Well.')).toMatchObject([{ body: { content: [{}, {}] } }]);
  });

  test('any pieces become valid components with all words in their order [STUDIO-401]', () => {
    const kinds = fc.constantFrom('heading', 'paragraph', 'code', 'item', 'table', 'quote');
    const shape = fc.record({
      kind: kinds,
      depth: fc.nat(12),
      flag: fc.boolean(),
      length: fc.integer({ min: 1, max: 700 }),
    });
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 30 }), (shapes) => {
        let count = 0;
        const word = () => `w${count++}`;
        const some = (length: number): InlineText =>
          range(length).flatMap((index) => text(`${word()} `, index % 2 === 1));
        const read = shapes.map(({ kind, depth, flag, length }): Piece => {
          switch (kind) {
            case 'heading':
              return { kind, level: depth + 1, text: some(Math.min(length, 90)) };
            case 'code':
              return { kind, text: word() };
            case 'item':
              return { kind, depth, ordered: flag, isNew: depth === 0 && flag, text: some(length) };
            case 'table':
              return {
                kind,
                table: {
                  header: flag ? [some(1)] : [],
                  rows: range(Math.min(length, 40)).map(() => [some(1)]),
                  align: [],
                },
              };
            case 'quote':
              return { kind, pieces: [{ kind: 'paragraph', text: some(length) }] };
            default:
              return { kind: 'paragraph', text: some(length) };
          }
        });
        expect(words(build(read))).toEqual(expected(count));
      }),
      { numRuns: 60 },
    );
  });
});
