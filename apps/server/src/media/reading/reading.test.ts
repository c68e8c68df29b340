import type { Piece } from '@portico/authoring/conversion/pieces';
import { expect, test } from 'vitest';
import { MAX_TEXT_LENGTH, storedLines, storedTexts, textParts } from './reading.ts';
import { componentPreview, plainParagraph, plainPiece, tablePiece } from './shownPieces.ts';

const joined = (texts: Array<{ text: string }>) => texts.map(({ text }) => text).join(' ');
const sentence = (length: number) =>
  'Clients call about rollovers. '
    .repeat(Math.ceil(length / 30))
    .slice(0, length)
    .trim();

test('a page, slide or sheet is stored as a whole, however long it is [FILE-029]', () => {
  const page = `${sentence(400_000)} hawthorn`;
  expect(storedTexts(['', page])).toEqual([{ page: 2, text: page }]);
});

test('a text without pages is stored in parts that end at a line, or between words if a line is very long [FILE-029]', () => {
  const lines = Array.from({ length: 4000 }, (_, index) => `person${index} lives in office number ${index}`);
  const parts = storedLines(lines);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.map(({ page }) => page)).toEqual(parts.map((_, index) => index + 1));
  expect(parts.every(({ text }) => text.length <= 20_000)).toBe(true);
  expect(parts.map(({ text }) => text).join('\n')).toBe(lines.join('\n'));
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`);
  expect(storedLines([words.join(' ')]).flatMap(({ text }) => text.split(' '))).toEqual(words);
  expect(
    textParts(words.join(' '))
      .map((part) => part.trim().split(' '))
      .flat(),
  ).toEqual(words);
});

test('after 5,000,000 characters each word of a file is stored once, up to ten million characters [FILE-030]', () => {
  const whole = sentence(MAX_TEXT_LENGTH - 20);
  const texts = [...storedTexts([whole, 'and then the last words', 'words in the appendix: quince and quince'])];
  expect(texts.map(({ page }) => page)).toEqual([1, 2, 3]);
  expect(texts[1]!.text).toBe('and then the last words');
  expect(texts[2]!.text).toBe('in the appendix: quince and');
  const lines = function* () {
    for (let line = 0; line < 120_000; line += 1)
      yield `Line ${line % 1000} of this very long list names nobody at all.`;
    yield 'The last line is by Quentin Ashgrove.';
  };
  const stored = storedLines(lines());
  expect(joined(stored)).toContain('Quentin Ashgrove.');
  expect(joined(stored).length).toBeLessThan(MAX_TEXT_LENGTH + 20_000);
  const different = function* () {
    for (let line = 0; line < 1_500_000; line += 1) yield `account${line}`;
  };
  expect(joined(storedLines(different())).length).toBeLessThan(MAX_TEXT_LENGTH + 10_001_000);
});

test('a preview ends where its limits are, but the words of a piece do not [FILE-029]', () => {
  const text = (words: string) => ({ type: 'text' as const, text: words });
  const lines = Array.from({ length: 450 }, (_, index) => [
    text(`verse${index}`),
    { type: 'hardBreak' as const },
  ]).flat();
  const rows = Array.from({ length: 300 }, (_, row) => [[text(`row${row}`)], lines]);
  const pieces: Piece[] = [
    { kind: 'paragraph', text: lines },
    { kind: 'item', depth: 0, ordered: false, isNew: true, text: [text(`${'x'.repeat(30_000)} juniper`)] },
    tablePiece(rows.slice(0, 150)),
    tablePiece(rows.slice(150, 250), { continues: true }),
    tablePiece(rows.slice(250), { continues: true }),
  ];
  const words = pieces.map(plainPiece).join('\n');
  for (const word of ['verse0', 'verse449', 'juniper', 'row299']) expect(words).toContain(word);
  const preview = componentPreview(pieces);
  if (preview.kind !== 'Components') throw new Error('it is not shown as a document');
  expect(preview.isCut).toBe(true);
  const [body, list, table, ...others] = preview.components;
  expect([body, list].map((one) => /verse449|juniper/.exec(JSON.stringify(one))?.[0])).toEqual(['verse449', 'juniper']);
  if (table?.type !== 'Table') throw new Error('there is no table');
  expect([table.rows.length, others]).toEqual([200, []]);
});

test('a preview of a document without an end stays within a million characters [FILE-021]', () => {
  const endless = function* (): Generator<Piece> {
    for (let line = 0; line < 400_000; line += 1)
      yield { kind: 'heading', level: 2, text: [{ type: 'text', text: `Heading ${line}` }] };
  };
  const preview = componentPreview(endless());
  expect(preview).toMatchObject({ kind: 'Components', isCut: true });
  const paragraphs = Array.from({ length: 200 }, () => plainParagraph(sentence(15_000)));
  expect(JSON.stringify(componentPreview(paragraphs)).length).toBeLessThan(1_100_000);
  const whole = componentPreview([plainParagraph(sentence(3_000_000))]);
  expect(whole).toMatchObject({ kind: 'Components', isCut: true });
  expect(JSON.stringify(whole).length).toBeLessThan(1_100_000);
});
