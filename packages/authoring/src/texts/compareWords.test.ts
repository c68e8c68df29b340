import { expect, test } from 'vitest';
import { compareWords } from './compareWords.ts';

test('a comparison of two texts marks added and removed words', () => {
  expect(compareWords('The fee is 1.00 % today', 'The fee is 0.90 % from today')).toEqual([
    { kind: 'same', text: 'The fee is ' },
    { kind: 'out', text: '1.00' },
    { kind: 'in', text: '0.90' },
    { kind: 'same', text: ' % ' },
    { kind: 'in', text: 'from ' },
    { kind: 'same', text: 'today' },
  ]);
});
