import type { ContentComponent } from '@portico/contracts/content';
import { expect, test } from 'vitest';
import { changedSettings, wordsOf } from './words.ts';

const heading = (level: 2 | 3): ContentComponent => ({ id: 'h', type: 'Header', level, text: 'Other fees' });

test('the level of a heading is compared as a setting and is no word of it [STUDIO-264]', () => {
  expect(wordsOf(heading(2))).toBe('Other fees');
  expect(changedSettings(heading(2), heading(3))).toEqual([{ name: 'level', before: 2, after: 3 }]);
  expect(changedSettings(heading(2), heading(2))).toEqual([]);
  expect([wordsOf(null), changedSettings(null, heading(2))]).toEqual(['', []]);
});
