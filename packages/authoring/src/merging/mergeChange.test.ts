import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { ContentComponent, type ComponentOf } from '@portico/kinds/content';
import { MAX_HEADING } from '@portico/kinds/components/header/shape';
import type { Change } from '@portico/contracts/studio/draft';
import { edited, linesOf, richTextOf, textEdit, type TextEdit } from '../testing/randomTexts.ts';
import { breaksLimits } from './breaksLimits.ts';
import { mergeChange } from './mergeChange.ts';

const set = (component: ContentComponent): Change => ({ do: 'set', component });
const body = (lines: string): Change => set({ id: 'a', type: 'BodyText', body: richTextOf(lines) });
const title = (value: string): Change => ({ do: 'field', name: 'header', value });

/** The merged texts; undefined if someone has to choose. */
function mergedLines(base: string, mine: string, theirs: string): string | undefined {
  const merged = mergeChange(body(base), body(mine), body(theirs));
  return merged?.do === 'set' && merged.component.type === 'BodyText' ? linesOf(merged.component.body) : undefined;
}

/** The merged component. */
function mergedComponent(base: ContentComponent, mine: ContentComponent, theirs: ContentComponent): unknown {
  const merged = mergeChange(set(base), set(mine), set(theirs));
  return merged?.do === 'set' && !breaksLimits(merged, set(mine), set(theirs)) ? merged.component : undefined;
}

describe('merging two versions of a text', () => {
  test.each([
    [
      'words at two places',
      'We meet in May.',
      'We all meet in May.',
      'We meet in early May.',
      'We all meet in early May.',
    ],
    ['both at two places each', 'one two', '1one two3', '-one- two', '1-one- two3'],
    ['letters in one word', 'wrd', 'word', 'wrds', 'words'],
    ['words at the same place, in one piece each', 'We .', 'We read.', 'We learn.', 'We readlearn.'],
    ['a removed word and a written one', 'We all meet.', 'We meet.', 'We all meet now.', 'We meet now.'],
    ['a new paragraph and a word after it', 'One\nThree', 'One\nTwo\nThree', 'One\nThree!', 'One\nTwo\nThree!'],
    ['a split paragraph and a word in its second half', 'One two', 'One\n two', 'One two!', 'One\n two!'],
    [
      'a removed paragraph and a word in the next one',
      'One\nTwo\nThree',
      'One\nThree',
      'One\nTwo\n!Three',
      'One\n!Three',
    ],
    ['emoji that share half of their code', 'a', 'a😀', 'a😃', 'a😀😃'],
  ])('keeps %s [COWRITE-001]', (_, base, mine, theirs, expected) => {
    expect(mergedLines(base, mine, theirs)).toBe(expected);
  });

  test.each([
    ['a whole heading', 'Quarterly report', 'Third quarter results', 'What changed this year'],
    ['one word', 'Report', 'Summary', 'Overview'],
    ['a year', 'Outlook for 2026', 'Outlook for 2027', 'Outlook for 2028'],
    ['the end of a sentence', 'We meet at the old harbor.', 'We meet in a new office.', 'We meet by some airport.'],
    ['words without spaces', '季度報告摘要', '年終結果', '第三季的成績'],
    ['words that one continued', 'Old harbor\nTwo', 'Airport\nTwo', 'A pier and more\nTwo'],
  ])(
    'leaves %s that both rewrote to a choice, instead of mixing its letters [COWRITE-012]',
    (_, base, mine, theirs) => {
      expect(mergedLines(base, mine, theirs)).toBeUndefined();
      expect(mergedLines(base, theirs, mine)).toBeUndefined();
    },
  );

  test.each([
    ['what one rewrote and the other continued', 'Report', 'Summary', 'Report!', 'Summary!'],
    ['what one rewrote and the other removed', 'Our report', 'Summary', '', 'Summary'],
    ['different words of one sentence', 'red green blue', 'pink green blue', 'red green cyan', 'pink green cyan'],
    [
      'what one rewrote and the other continued after removing the rest',
      'Report due',
      'Summary due',
      'Reports',
      'Summarys',
    ],
    ['a word that both continued', 'Report', 'Reporting', 'MyReport', 'MyReporting'],
    ['three letters', 'Mai', 'Juni', 'July', undefined],
  ])('merges %s [COWRITE-012]', (_, base, mine, theirs, expected) => {
    const text = mergedLines(base, mine, theirs);
    if (expected === undefined) expect(text).toBeDefined();
    else expect(text).toBe(expected);
  });

  test('keeps the marks of both, and the words typed within them [COWRITE-001]', () => {
    const merged = mergeChange(body('one two three'), body('*one* two three'), body('one two* three!*'));
    expect(merged).toEqual(body('*one* two* three!*'));
    expect(mergeChange(body('one two'), body('*one two*'), body('one or two'))).toEqual(body('*one *or *two*'));
  });

  test('merges titles, list entries, table cells, captions and labels [COWRITE-002]', () => {
    expect(mergeChange(title('Report'), title('The report'), title('Report 2027'))).toEqual(title('The report 2027'));
    const list = (...items: string[]): ComponentOf<'BulletedList'> => ({
      id: 'l',
      type: 'BulletedList',
      ordered: false,
      items: items.map((text) => ({
        content: [{ type: 'text', text }],
        items: [{ content: [{ type: 'text', text: `${text}.1` }] }],
      })),
    });
    expect(mergedComponent(list('One', 'Two'), list('One', 'Two!'), list('Zero', 'One', 'Two'))).toEqual(
      list('Zero', 'One', 'Two!'),
    );
    const table = (caption: string | undefined, ...rows: string[][]): ComponentOf<'Table'> => ({
      id: 't',
      type: 'Table',
      ...(caption !== undefined && { caption }),
      align: ['Left', 'Left'],
      header: [],
      rows: rows.map((row) => row.map((text) => (text === '' ? [] : [{ type: 'text', text }]))),
    });
    expect(
      mergedComponent(
        table(undefined, ['', 'b'], ['c', 'd']),
        table('Caption', ['a', 'b'], ['c', 'd']),
        table(undefined, ['', 'b'], ['new', 'row'], ['c', 'd, too']),
      ),
    ).toEqual(table('Caption', ['a', 'b'], ['new', 'row'], ['c', 'd, too']));
    expect(mergedComponent(table('', ['', 'b']), table('', ['a', 'b']), table('', ['A', 'b']))).toEqual(
      table('', ['aA', 'b']),
    );
    const choice = (label: string, ...options: string[]): ComponentOf<'SingleChoice'> => ({
      id: 'c',
      type: 'SingleChoice',
      alias: 'answer',
      label,
      options: options.map((text, index) => ({ value: `option-${index}`, label: text })),
    });
    expect(
      mergedComponent(choice('City', 'Rome'), choice('Your city', 'Rome'), choice('City?', 'Rome, Italy')),
    ).toEqual(choice('Your city?', 'Rome, Italy'));
  });

  test('keeps a setting of one and the text of the other, and leaves a setting of both to a choice [COWRITE-003]', () => {
    const header = (level: number, text: string): ContentComponent => ({ id: 'h', type: 'Header', level, text });
    expect(mergedComponent(header(2, 'Dates'), header(3, 'Dates'), header(2, 'Our dates'))).toEqual(
      header(3, 'Our dates'),
    );
    expect(mergedComponent(header(2, 'Dates'), header(3, 'Dates'), header(4, 'Dates'))).toBeUndefined();
    const date = (value: string): Change => ({ do: 'field', name: 'publishedAt', value });
    expect(
      mergeChange(date('2027-01-01T00:00:00Z'), date('2027-01-02T00:00:00Z'), date('2027-01-03T00:00:00Z')),
    ).toBeUndefined();
  });

  test('leaves a row that one removed and the other changed to a choice, and a new column beside a new row [COWRITE-003]', () => {
    const table = (...rows: string[][]): ComponentOf<'Table'> => ({
      id: 't',
      type: 'Table',
      align: (rows[0] ?? []).map(() => 'Left'),
      header: [],
      rows: rows.map((row) => row.map((text) => [{ type: 'text', text }])),
    });
    expect(mergedComponent(table(['a'], ['b']), table(['a']), table(['a'], ['b!']))).toBeUndefined();
    expect(mergedComponent(table(['a']), table(['a', 'b']), table(['a'], ['c']))).toBeUndefined();
  });

  test('fills a heading up to its limit, and leaves the choice to a person beyond it [COWRITE-003]', () => {
    const merge = (length: number) =>
      mergedComponent(
        { id: 'h', type: 'Header', level: 2, text: '-' },
        { id: 'h', type: 'Header', level: 2, text: `${'a'.repeat(length)}-` },
        { id: 'h', type: 'Header', level: 2, text: '-b' },
      );
    expect(merge(MAX_HEADING - 2)).toMatchObject({ text: `${'a'.repeat(MAX_HEADING - 2)}-b` });
    expect(merge(MAX_HEADING - 1)).toBeUndefined();
    const header = (text: string): ContentComponent => ({ id: 'h', type: 'Header', level: 2, text });
    expect(mergedComponent(header('ab'), header('a'), header('b'))).toEqual(header(''));
  });

  test('keeps every character of two writers, once, whatever they edit [COWRITE-001]', () => {
    const edits = (letters: string) => fc.array(textEdit(letters), { maxLength: 6 });
    const base = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '\n'), maxLength: 40 });
    const count = (text: string, letter: string) => text.split(letter).length - 1;
    const write = (text: string, all: TextEdit[], own: string) =>
      all.reduce((before, edit) => edited(before, edit, (letter) => own.includes(letter)), text);
    fc.assert(
      fc.property(base, edits('ABC'), edits('123'), (shared, anas, bens) => {
        const [ana, ben] = [write(shared, anas, 'ABC'), write(shared, bens, '123')];
        const text = mergedLines(shared, ana, ben);
        const hasRemoved = (version: string) => ['a', 'b', 'c'].some((key) => count(version, key) < count(shared, key));
        if (text === undefined) {
          expect([ana, ben].every(hasRemoved)).toBe(true);
          return;
        }
        for (const letter of 'ABC') expect(count(text, letter)).toBe(count(ana, letter));
        for (const letter of '123') expect(count(text, letter)).toBe(count(ben, letter));
        for (const letter of 'abc') {
          const kept = count(ana, letter) + count(ben, letter) - count(shared, letter);
          expect(count(text, letter)).toBeGreaterThanOrEqual(kept);
          // Letters of a word that one replaced stay in the new word.
          expect(count(text, letter)).toBeLessThanOrEqual(Math.max(count(ana, letter), count(ben, letter)));
        }
        expect(mergedLines(shared, ana, shared)).toBe(ana);
        expect(mergedLines(shared, shared, ben)).toBe(ben);
        const merged = mergeChange(body(shared), body(ana), body(ben));
        expect(merged?.do === 'set' && z.safeParse(ContentComponent, merged.component).error).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });
});
