import { expect, test } from 'vitest';
import { fileSizeLabel } from './fileSizeLabel.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 KB'],
  [1500, '2 KB'],
  [184_320, '184 KB'],
  [999_499, '999 KB'],
  [999_500, '1.0 MB'],
  [12_440_000, '12.4 MB'],
  [99_940_000, '99.9 MB'],
  [99_960_000, '100 MB'],
  [1_400_000_000, '1.4 GB'],
  [5e15, '5000 TB'],
  [-1, ''],
  [Number.NaN, ''],
  [Infinity, ''],
])('a file size of %d bytes is shown as "%s"', (bytes, words) => {
  expect(fileSizeLabel(bytes)).toBe(words);
});

test('an invalid file size is shown as empty text', () => {
  expect(fileSizeLabel('many' as unknown as number)).toBe('');
});
