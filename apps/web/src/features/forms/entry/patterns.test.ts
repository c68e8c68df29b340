import { expect, test } from 'vitest';
import { hasPatterns, loadPatterns } from './patterns.ts';

test('a pattern must match the whole text, and takes linear time [D7]', async () => {
  const matches = await loadPatterns();
  expect([matches('[A-Z]{2}', 'IL'), matches('[A-Z]{2}', 'ILL'), matches('[A-Z]{2}', 'il')]).toEqual([
    true,
    false,
    false,
  ]);
  // An engine that backtracks would never finish.
  expect(matches('(a+)+b', 'a'.repeat(1000))).toBe(false);
});

test('an expression that the engine can’t compile is left to the server', async () => {
  const matches = await loadPatterns();
  expect([matches('(?=a)b', 'x'), matches('(', 'x')]).toEqual([true, true]);
});

test('a form without patterns doesn’t need the engine', () => {
  const field = { id: 'f', type: 'TextField' as const, alias: 'a', label: 'A' };
  expect(hasPatterns({ fields: [field] })).toBe(false);
  expect(hasPatterns({ fields: [{ ...field, pattern: { expression: 'x', message: 'x' } }] })).toBe(true);
});
