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
  expect(t('backTo', { place: 'News' })).toBe('Back to News');
});

test('the frame and the panels of the sidebar have no text in common', () => {
  expect(Object.keys(panels).filter((key) => key in sidebar)).toEqual([]);
});
