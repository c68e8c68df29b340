import { expect, test } from 'vitest';
import { editDistance } from './editDistance.ts';

test.for([
  ['pension', 'pension', 0],
  ['penson', 'pension', 1],
  ['pensiion', 'pension', 1],
  ['pansion', 'pension', 1],
  ['pensoin', 'pension', 1],
  ['epnsoin', 'pension', 2],
  ['', 'pension', 7],
] as const)('the edit distance of "%s" and "%s" is %d', ([mistyped, word, distance]) => {
  expect(editDistance(mistyped, word)).toBe(distance);
  expect(editDistance(word, mistyped)).toBe(distance);
});
