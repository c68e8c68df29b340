import type { ContentComponent } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { changedSettings, textOf } from './componentText.ts';

const heading = (level: 2 | 3): ContentComponent => ({ id: 'h', type: 'Header', level, text: 'Other fees' });

test('the level of a heading is compared as a setting and is not part of its text [STUDIO-264]', () => {
  expect(textOf(heading(2))).toBe('Other fees');
  expect(changedSettings(heading(2), heading(3))).toEqual([{ name: 'level', before: 2, after: 3 }]);
  expect(changedSettings(heading(2), heading(2))).toEqual([]);
  expect([textOf(null), changedSettings(null, heading(2))]).toEqual(['', []]);
});
