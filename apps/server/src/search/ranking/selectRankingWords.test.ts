import { expect, test } from 'vitest';
import { withinBudget } from './selectRankingWords.ts';

const asked = (lexeme: string, size: number) => ({ lexeme, size, weight: 1, isAsked: true });
const completion = (lexeme: string, size: number) => ({ lexeme, size, weight: 0.1, isAsked: false });
const names = (words: Array<{ lexeme: string }>) => words.map(({ lexeme }) => lexeme);

test('all words rank as long as their postings can be read together', () => {
  const { ranking, onlyCounted } = withinBudget([
    asked('common', 100_000),
    asked('rare', 50_000),
    completion('rarely', 0),
  ]);
  expect([names(ranking), names(onlyCounted)]).toEqual([['rare', 'common', 'rarely'], []]);
});

test('beyond that the commonest words that were asked for only count, and completions are left out', () => {
  const { ranking, onlyCounted } = withinBudget([
    asked('common', 100_000),
    asked('rare', 50_001),
    completion('commoner', 99_999),
    completion('rarer', 10),
  ]);
  expect([names(ranking), names(onlyCounted)]).toEqual([['rare', 'rarer'], ['common']]);
});

test('one word that was asked for always ranks, before any completion', () => {
  const { ranking, onlyCounted } = withinBudget([asked('everywhere', 900_000), completion('everywhereness', 1)]);
  expect([names(ranking)[0], names(onlyCounted)]).toEqual(['everywhere', []]);
});
