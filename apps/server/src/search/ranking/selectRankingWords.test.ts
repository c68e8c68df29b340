import { expect, test } from 'vitest';
import { selectRankingWords } from './selectRankingWords.ts';

const typed = (lexeme: string, docFrequency: number) => ({ lexeme, docFrequency, weight: 1, isCompletion: false });
const completion = (lexeme: string, docFrequency: number) => ({
  lexeme,
  docFrequency,
  weight: 0.1,
  isCompletion: true,
});
const lexemes = (words: Array<{ lexeme: string }>) => words.map(({ lexeme }) => lexeme);

test('all words rank while their postings are within the limit', () => {
  const { ranking, matchedOnly } = selectRankingWords([
    typed('common', 100_000),
    typed('rare', 50_000),
    completion('rarely', 0),
  ]);
  expect([lexemes(ranking), lexemes(matchedOnly)]).toEqual([['rare', 'common', 'rarely'], []]);
});

test('beyond the limit the most frequent typed words only match, and completions are dropped', () => {
  const { ranking, matchedOnly } = selectRankingWords([
    typed('common', 100_000),
    typed('rare', 50_001),
    completion('commoner', 99_999),
    completion('rarer', 10),
  ]);
  expect([lexemes(ranking), lexemes(matchedOnly)]).toEqual([['rare', 'rarer'], ['common']]);
});

test('one typed word always ranks, before any completion', () => {
  const { ranking, matchedOnly } = selectRankingWords([typed('everywhere', 900_000), completion('everywhereness', 1)]);
  expect([lexemes(ranking)[0], lexemes(matchedOnly)]).toEqual(['everywhere', []]);
});
