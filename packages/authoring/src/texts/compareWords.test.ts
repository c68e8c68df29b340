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

test('a sentence that was written anew is removed and added as a whole, whatever single words it kept [DUTY-056]', () => {
  const before = 'Log it; check the current limit with Compliance before you spend.';
  const after = 'Log it; our own limit is now $75, and Compliance has to agree before more.';
  expect(compareWords(before, after)).toEqual([
    { kind: 'same', text: 'Log it; ' },
    { kind: 'out', text: 'check the current limit with Compliance before you spend.' },
    { kind: 'in', text: 'our own limit is now $75, and Compliance has to agree before more.' },
  ]);
  const texts = (kind: 'out' | 'in') =>
    compareWords(before, after)
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map(({ text }) => text)
      .join('');
  expect([texts('out'), texts('in')]).toEqual([before, after]);
});
