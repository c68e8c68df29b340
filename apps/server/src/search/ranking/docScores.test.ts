import { expect, test } from 'vitest';
import { DocScores } from './docScores.ts';

/** In PostgreSQL's array notation. */
const posting = (...entries: Array<[doc: number, part: number]>) =>
  `{${entries.map(([doc, part]) => doc * 4096 + part).join(',')}}`;

const all = (matches: DocScores) => {
  const found: Array<[doc: number, score: number | undefined]> = [];
  matches.each((doc, score) => found.push([doc, score]));
  return found.sort(([a], [b]) => a - b);
};

test("the weighted parts of a doc add up over all postings, whatever the doc's number", () => {
  const matches = new DocScores();
  matches.addPosting(posting([1, 100], [4095, 7], [4096, 9], [9_000_000_000, 4095]), 2);
  matches.addPosting(posting([1, 10], [4096, 1]), 0.5);
  matches.addScore(2, 3, 1);
  expect(all(matches)).toEqual([
    [1, 205],
    [2, 3],
    [4095, 14],
    [4096, 18.5],
    [9_000_000_000, 8190],
  ]);
});

test('a doc that only matches has no score, unless another posting scores it', () => {
  const matches = new DocScores();
  matches.addPosting(posting([1, 5], [2, 5], [3, 5]), null);
  matches.addPosting(posting([2, 0]), 1);
  matches.addMatch(2);
  matches.addMatch(4);
  expect(all(matches)).toEqual([
    [1, undefined],
    [2, 0],
    [3, undefined],
    [4, undefined],
  ]);
});

test('memory released by one search is empty for the next', () => {
  const first = new DocScores();
  first.addPosting(posting([1, 100], [5000, 100]), 1);
  first.release();
  const second = new DocScores();
  second.addMatch(5001);
  expect(all(first)).toEqual([]);
  expect(all(second)).toEqual([[5001, undefined]]);
});
