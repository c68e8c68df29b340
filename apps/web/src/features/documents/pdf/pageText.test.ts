import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findInPage, foldQuery, pageText, type TextItem } from './pageText.ts';

const line = (str: string): TextItem => ({ str, hasEOL: true });
const piece = (str: string): TextItem => ({ str, hasEOL: false });

/** The text a reader would see highlighted. */
function found(items: TextItem[], query: string): string[] {
  return findInPage(pageText(items), foldQuery(query)).map(({ start, end }) =>
    items
      .map(({ str }, item) =>
        str.slice(item === start.item ? start.offset : 0, item === end.item ? end.offset : undefined),
      )
      .slice(start.item, end.item + 1)
      .join('|'),
  );
}

describe('finding text on a PDF page', () => {
  test('ignores case and accents', () => {
    expect(found([line('The résumé of INFLATION')], 'Resume')).toEqual(['résumé']);
    expect(found([line('The résumé of INFLATION')], 'inflation')).toEqual(['INFLATION']);
  });

  test('matches across items and lines', () => {
    expect(found([piece('infla'), piece('tion rose')], 'inflation')).toEqual(['infla|tion']);
    expect(found([line('the target'), line('range')], 'target range')).toEqual(['target|range']);
  });

  test('finds a word hyphenated at the end of a line, and a word with a hyphen', () => {
    expect(found([line('infor-'), line('mation')], 'information')).toEqual(['infor-|mation']);
    expect(found([line('a long-term plan')], 'long-term')).toEqual(['long-term']);
    expect(found([line('a long-'), line('term plan')], 'long-term')).toEqual(['long-|term']);
  });

  test('treats any run of spaces as one space, and curly quotes as straight ones', () => {
    expect(found([line('target   range')], 'target range')).toEqual(['target   range']);
    expect(found([line('the “chair’s” words')], '"chair\'s"')).toEqual(['“chair’s”']);
  });

  test('finds every match in order', () => {
    expect(found([line('aaaa')], 'aa')).toEqual(['aa', 'aa']);
    expect(found([line('rates'), line('and rates')], 'rates')).toHaveLength(2);
  });

  test('finds nothing for an empty query', () => {
    expect(found([line('rates')], '   ')).toEqual([]);
    expect(found([], 'rates')).toEqual([]);
  });

  test('works with any script', () => {
    expect(found([line('𝒳 und Straße ﬁnal')], 'final')).toEqual(['ﬁnal']);
    expect(found([line('日本語の資料')], '資料')).toEqual(['資料']);
  });

  test('finds matches only within the page, for any text', () => {
    const letter = fc.constantFrom('a', 'A', 'é', '-', ' ', '\u00ad', '\u0301', 'ﬁ', '𝒳', '日', '\ud800', '”');
    const text = fc.string({ unit: letter, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.record({ str: text, hasEOL: fc.boolean() }), { maxLength: 6 }), text, (all, query) => {
        for (const { start, end } of findInPage(pageText(all), foldQuery(query))) {
          expect(start.offset).toBeLessThanOrEqual(all[start.item]!.str.length);
          expect(end.offset).toBeLessThanOrEqual(all[end.item]!.str.length);
          expect(start.item < end.item || (start.item === end.item && start.offset <= end.offset)).toBe(true);
        }
      }),
    );
  });
});
