import type { ComponentKind, ContentComponent } from '@portico/kinds/content';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { textsOf } from '@portico/kinds/texts';
import { expect, test } from 'vitest';
import { changedSettings, textOf } from './componentText.ts';

const heading = (level: 2 | 3): ContentComponent => ({ id: 'h', type: 'Header', level, text: 'Other fees' });

test('the level of a heading is compared as a setting and is not part of its text [STUDIO-264]', () => {
  expect(textOf(heading(2))).toBe('Other fees');
  expect(changedSettings(heading(2), heading(3))).toEqual([{ name: 'level', before: [2], after: [3] }]);
  expect(changedSettings(heading(2), heading(2))).toEqual([]);
  expect([textOf(null), changedSettings(null, heading(2))]).toEqual(['', []]);
});

test.each(Object.keys(oneOfEachKind) as ComponentKind[])(
  'the comparison of a component of the kind %s shows the texts that its shape lists, and each once [STUDIO-264]',
  (kind) => {
    const component = oneOfEachKind[kind];
    expect(textOf(component)).toBe(textsOf(component).filter(Boolean).join(' '));
    const settings = changedSettings(null, component).flatMap(({ after }) => after);
    expect(settings.filter((value) => textsOf(component).includes(String(value)))).toEqual([]);
  },
);

test('the address of a link is compared as a setting, also of links in a list and of an added one [STUDIO-264]', () => {
  const { Tile, Link } = oneOfEachKind;
  const link = { ...Link, href: '/fees' };
  expect(changedSettings(link, { ...link, href: '/charges' })).toEqual([
    { name: 'href', before: ['/fees'], after: ['/charges'] },
  ]);
  expect(changedSettings(null, link)).toContainEqual({ name: 'href', before: [], after: ['/fees'] });
  expect(changedSettings({ ...Tile, size: 'Big' }, { ...Tile, size: 'Small' })).toEqual([
    { name: 'size', before: ['Big'], after: ['Small'] },
  ]);
});
