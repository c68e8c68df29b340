import { describe, expect, test } from 'vitest';
import { contrast, isInGamut } from '../testing/contrast.ts';
import { themes, tokenColor, tokensCss, tokenValue } from '../testing/tokenColors.ts';

const surfaces = ['surface', 'surface-raised', 'surface-sunken', 'surface-hover'];

/** Text and background pairs: WCAG AA requires 4.5. */
const textPairs: [text: string, background: string][] = [
  ...surfaces.flatMap((surface): [string, string][] =>
    ['text', 'text-muted', 'accent', 'accent-hover'].map((text) => [text, surface]),
  ),
  ...['danger', 'warning', 'info', 'success'].flatMap((tone): [string, string][] => [
    [tone, 'surface'],
    [tone, 'surface-raised'],
    [tone, `${tone}-surface`],
    ['text', `${tone}-surface`],
    ['text-muted', `${tone}-surface`],
    ['accent', `${tone}-surface`],
  ]),
  ['accent-contrast', 'accent'],
  ['accent-contrast', 'accent-hover'],
  ['accent-soft-text', 'accent-soft'],
  ['text', 'accent-soft'],
  ['danger-contrast', 'danger'],
  ['danger-contrast', 'danger-hover'],
  ['text-inverse', 'surface-inverse'],
  ['text', 'mark'],
  ...['sidebar-surface', 'sidebar-raised', 'sidebar-hover', 'sidebar-selected'].flatMap((wall): [string, string][] => [
    ['sidebar-text', wall],
    ['sidebar-text-muted', wall],
  ]),
];

/** Borders of controls, marks, icons and focus rings: WCAG 1.4.11 requires 3. */
const shapePairs: [shape: string, background: string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['border-strong', surface],
    ['focus', surface],
  ]),
  ['sidebar-mark', 'sidebar-surface'],
  ['sidebar-mark', 'sidebar-selected'],
  ['sidebar-surface', 'sidebar-mark'],
  ['sidebar-warning', 'sidebar-hover'],
  ['sidebar-orange', 'sidebar-hover'],
  ['focus-on-dark', 'sidebar-surface'],
  ['focus-on-dark', 'sidebar-selected'],
  ['brass', 'sidebar-surface'],
  ['orange', 'surface'],
];

describe.each(themes)('in the %s theme', (theme) => {
  test.each(textPairs)('text in --%s has enough contrast on --%s', (text, background) => {
    expect(contrast(tokenColor(text, theme), tokenColor(background, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapePairs)('shapes in --%s have enough contrast on --%s', (shape, background) => {
    expect(contrast(tokenColor(shape, theme), tokenColor(background, theme))).toBeGreaterThanOrEqual(3);
  });

  test('every color is within the sRGB gamut', () => {
    const names = [...tokensCss.matchAll(/--([\w-]+): light-dark\(oklch\([\d. ]+\), oklch\([\d. ]+\)\);/g)].map(
      ([, name]) => name ?? '',
    );
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !isInGamut(tokenColor(name, theme)))).toEqual([]);
  });
});

test('a tooltip is at most 12.5rem wide [SHELL-009]', () => expect(tokenValue('tooltip-max-width')).toBe('12.5rem'));

test('a backdrop is at z-index 300 and fades in 300 ms [SHELL-010]', () => {
  expect(tokenValue('z-backdrop')).toBe('300');
  expect(tokenValue('duration-backdrop')).toBe('300ms');
});

test('menu icons are 28px and the avatar block 70px wide, 40px and 100px on desktop [SIDEBAR-024, SIDEBAR-026]', () => {
  const desktop = /@media \(width > 1168px\) \{[^@]*?\}\s*\}/.exec(tokensCss)?.[0] ?? '';
  expect([tokenValue('menu-icon-size'), tokenValue('avatar-block')]).toEqual(['28px', '70px']);
  expect(desktop).toContain('--menu-icon-size: 40px;');
  expect(desktop).toContain('--avatar-block: 100px;');
});

test('the content container is at most 1168px wide [SHELL-007]', () =>
  expect(tokenValue('content-max-width')).toBe('1168px'));

test('a grayed-out entry has an opacity of 30% [SIDEBAR-018]', () =>
  expect(tokenValue('inactive-opacity')).toBe('0.3'));
