import { expect, test } from 'vitest';
import { pagesLabel, sizeLabel } from './fileLabels.ts';

test.each([
  [0, '0 bytes'], [1, '1 byte'], [999, '999 bytes'], [1000, '1 KB'], [14_836, '15 KB'], [999_499, '999 KB'], [999_500, '1.0 MB'], [1_517_420, '1.5 MB'],
  [99_940_000, '99.9 MB'], [99_960_000, '100 MB'], [2_500_000_000, '2.5 GB'],
])('%d bytes read as %s', (bytes, label) => expect(sizeLabel(bytes)).toBe(label));

test('pages are counted in words, slides are slides', () => {
  expect(pagesLabel({ format: 'PDF', pages: 12 })).toBe('12 pages');
  expect(pagesLabel({ format: 'PDF', pages: 1 })).toBe('1 page');
  expect(pagesLabel({ format: 'PPTX', pages: 2 })).toBe('2 slides');
  expect(pagesLabel({ format: 'PDF', pages: null })).toBeUndefined();
});
