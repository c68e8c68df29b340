import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInTexts } from './builtInTexts.ts';
import { t, type TextKey } from './text.ts';

const source = join(import.meta.dirname, '..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
);
const used = new Set(
  files.flatMap((name) =>
    [...readFileSync(join(source, name), 'utf8').matchAll(/'((?:news|events|shared|dashboard|widgets)\.\w+)'/g)].map(
      ([, key = '']) => key,
    ),
  ),
);
const known = Object.entries(builtInTexts).flatMap(([bundle, texts]) =>
  Object.keys(texts).map((key) => `${bundle}.${key.replace(/_(?:one|other)$/, '')}`),
);

describe('the texts', () => {
  test('that the program uses are all there, and none is there for nothing', () => {
    expect([...used].filter((key) => !known.includes(key))).toEqual([]);
    expect([...new Set(known)].filter((key) => !used.has(key))).toEqual([]);
  });

  test('have both forms where they have one', () => {
    const keys = Object.values(builtInTexts).flatMap((texts) => Object.keys(texts));
    expect(keys.filter((key) => key.endsWith('_one')).map((key) => key.slice(0, -4))).toEqual(
      keys.filter((key) => key.endsWith('_other')).map((key) => key.slice(0, -6)),
    );
  });

  test('are not empty, and begin and end with a word', () => {
    for (const text of Object.values(builtInTexts).flatMap((texts) => Object.values(texts)))
      expect(text).toMatch(/^\S(?:.*\S)?$/);
  });
});

describe('a text', () => {
  test('takes values in their places', () => {
    expect(t('shared.rangeOf', { first: 13, last: 24, total: 70, many: 'events' })).toBe('13–24 of 70 events');
  });

  test('has a form for one and a form for more', () => {
    expect([0, 1, 2].map((count) => t('events.spotsLeft', { count }))).toEqual([
      '0 spots left',
      '1 spot left',
      '2 spots left',
    ]);
  });

  test('that is missing shows as its key', () => {
    expect(t('shared.nothing' as TextKey)).toBe('shared.nothing');
  });
});
