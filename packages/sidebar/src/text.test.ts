import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import sidebar from '../../../apps/web/public/locales/en/sidebar.json';
import panels from '../../../apps/web/public/locales/en/sidebarPanels.json';
import { t } from './text.ts';

const source = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join('\n');

test('every text of the sidebar is used', () => {
  expect(Object.keys({ ...sidebar, ...panels }).filter((key) => !source.includes(`'${key}'`))).toEqual([]);
});

test('every use of a sidebar text provides its values', () => {
  const withValues = Object.entries({ ...sidebar, ...panels }).filter(([, text]) => text.includes('{'));
  expect(withValues).not.toEqual([]);
  const incomplete = withValues.flatMap(([key, text]) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const uses = source.split(`'${key}'`).slice(1);
    return uses.filter((after) => !names.every((name) => valuesOf(after).includes(name))).map(() => key);
  });
  expect(incomplete).toEqual([]);
  expect(t('backTo', { page: 'News' })).toBe('Back to News');
});

/** Names of the values that follow a key in a call. */
function valuesOf(after: string): string[] {
  const [, values = ''] = /^\s*,\s*\{([^}]*)\}/.exec(after) ?? [];
  return values.split(',').map((each) => each.split(':')[0]!.trim());
}

test('the frame and the panels of the sidebar have no text in common', () => {
  expect(Object.keys(panels).filter((key) => key in sidebar)).toEqual([]);
});
