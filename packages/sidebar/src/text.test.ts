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

test('the sidebar uses all of its texts', () => {
  expect(Object.keys({ ...sidebar, ...panels }).filter((key) => !source.includes(`'${key}'`))).toEqual([]);
});

test('the texts of the sidebar have their values filled in', () => {
  expect(t('backTo', { place: 'News' })).toBe('Back to News');
});

test('the frame and the panels of the sidebar share no text', () => {
  expect(Object.keys(panels).filter((key) => key in sidebar)).toEqual([]);
});
