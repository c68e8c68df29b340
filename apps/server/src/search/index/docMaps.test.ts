import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDocInMaps, writeDocMap } from './docMaps.ts';

const read = (maps: string[]) => {
  const docs: number[] = [];
  eachDocInMaps(maps, (doc) => docs.push(doc));
  return docs;
};

test('a doc map has one bit per number, starting at the first', () => {
  expect(writeDocMap([800, 803, 808])).toBe('800:CQE=');
  expect(writeDocMap([807])).toBe('800:gA==');
  expect(read(['800:CQE=', '800:CA==', '0:AQ=='])).toEqual([0, 800, 803, 808]);
});

test('docs in several maps are read once, in ascending order', () => {
  const someDocs = fc
    .uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 1 })
    .map((docs) => docs.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(someDocs), fc.integer({ min: 0, max: 2 ** 33 }), (sets, offset) => {
      const shifted = sets.map((docs) => docs.map((doc) => doc + offset));
      expect(read(shifted.map(writeDocMap))).toEqual([...new Set(shifted.flat())].sort((a, b) => a - b));
    }),
  );
});
