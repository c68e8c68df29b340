import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { builtInTexts } from './builtInTexts.ts';
import { locales } from './locales.ts';
import { t, type TextKey } from './text.ts';

const source = join(import.meta.dirname, '..');
const bundleNames = Object.keys(builtInTexts);
const keyPattern = new RegExp(`'((?:${bundleNames.join('|')})\\.\\w+)'`, 'g');
const keysUsedBy = (code: string) => [...code.matchAll(keyPattern)].map(([, key = '']) => key);
const bundleOf = (key: string) => key.slice(0, key.indexOf('.'));

const files = new Map(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => [join(source, name), readFileSync(join(source, name), 'utf8')]),
);
const used = new Set([...files.values()].flatMap(keysUsedBy));
const known = Object.entries(builtInTexts).flatMap(([bundle, texts]) =>
  Object.keys(texts).map((key) => `${bundle}.${key.replace(/_(?:one|other)$/, '')}`),
);

/**
 * Keys that code can use before their bundle has loaded, each with its file. Follows imports from `entry`, along with
 * the bundles loaded on the way.
 */
function keysUsedTooEarly(read: (file: string) => string | undefined, entry: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, loaded: readonly string[]): void => {
    const code = read(file);
    const visited = `${file} ${loaded.join()}`;
    if (code === undefined || seen.has(visited)) return;
    seen.add(visited);
    for (const key of keysUsedBy(code))
      if (!loaded.includes(bundleOf(key))) found.add(`${key} in ${relative(source, file)}`);
    const at = (specifier = '') => join(dirname(file), specifier);
    for (const [, specifier] of code.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)';$/gm))
      visit(at(specifier), loaded);
    const dynamic = /(?:withTexts\(\s*\[([^\]]*)\],\s*(?:async )?\(\) =>\s*)?import\('(\.[^']+)'\)/g;
    for (const [, names = '', specifier] of code.matchAll(dynamic)) {
      const own = [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
      visit(at(specifier), [...new Set([...loaded, ...own])].toSorted());
    }
  };
  visit(entry, [...locales[0].files].toSorted());
  return [...found];
}

describe('the texts', () => {
  test('include every text that the code uses, and no others', () => {
    expect([...used].filter((key) => !known.includes(key))).toEqual([]);
    expect([...new Set(known)].filter((key) => !used.has(key))).toEqual([]);
  });

  test('are loaded before code uses them', () => {
    expect(keysUsedTooEarly((file) => files.get(file), join(source, 'main.tsx'))).toEqual([]);
  });

  test('that code would use too early are found, however the code is loaded', () => {
    const code: Record<string, string> = {
      'main.tsx': [
        "import { Shell } from './Shell.tsx';",
        "const page = withTexts(['forms'], () => import('./FormsPage.tsx'));",
        "const other = () => import('./OtherPage.tsx');",
      ].join('\n'),
      'Shell.tsx': "t('shared.undo'); t('search.one');",
      'FormsPage.tsx': "import {\n  Row,\n} from './Row.tsx';\nt('forms.one');",
      'OtherPage.tsx': "import { Row } from './Row.tsx';",
      'Row.tsx': "t('forms.two');",
    };
    expect(keysUsedTooEarly((file) => code[relative(source, file)], join(source, 'main.tsx'))).toEqual([
      'search.one in Shell.tsx',
      'forms.two in Row.tsx',
    ]);
  });

  test('have either both plural forms or none', () => {
    const keys = Object.values(builtInTexts).flatMap((texts) => Object.keys(texts));
    const stems = (ending: string) =>
      keys.filter((key) => key.endsWith(ending)).map((key) => key.slice(0, -ending.length));
    expect(stems('_one')).toEqual(stems('_other'));
  });

  test('are not empty, and have no surrounding spaces', () => {
    for (const text of Object.values(builtInTexts).flatMap((texts) => Object.values(texts)))
      expect(text).toMatch(/^\S(?:.*\S)?$/);
  });
});

describe('a text', () => {
  test('is returned with its values filled in', () => {
    expect(t('shared.rangeOf', { first: 13, last: 24, total: 70, many: 'events' })).toBe('13–24 of 70 events');
  });

  test('is singular for one, and plural for zero and several', () => {
    expect([0, 1, 2].map((count) => t('documents.pageCount', { count }))).toEqual(['0 pages', '1 page', '2 pages']);
  });

  test('that is missing shows as its key', () => {
    expect(t('shared.nothing' as TextKey)).toBe('shared.nothing');
  });
});
