import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { categoryHue } from './categoryHue.ts';
import { contrast, isInGamut } from '../testing/contrast.ts';
import { themes, tokenColor } from '../testing/tokenColors.ts';

test('every category name has a stable hue from 0 to 359, regardless of case and surrounding whitespace [NEWS-014]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const hue = categoryHue(name);
      expect(Number.isInteger(hue) && hue >= 0 && hue < 360).toBe(true);
      expect(categoryHue(` ${name} `)).toBe(hue);
    }),
  );
  expect(categoryHue('retirement')).toBe(categoryHue('Retirement'));
});

test('the category names in use have different hues', () => {
  const names = [
    'Retirement',
    'Markets',
    'Compliance',
    'Tax',
    'Technology',
    'Insurance',
    'Training',
    'Audit',
    'Research',
    'Company',
  ];
  expect(new Set(names.map((name) => Math.round(categoryHue(name) / 5))).size).toBeGreaterThanOrEqual(8);
});

describe.each(themes)('in the %s theme', (theme) => {
  test('the category chip of every hue has enough contrast and is within the sRGB gamut', () => {
    for (let hue = 0; hue < 360; hue += 1) {
      const text = tokenColor('category-text', theme, hue);
      const surface = tokenColor('category-surface', theme, hue);
      expect(contrast(text, surface), `hue ${hue}`).toBeGreaterThanOrEqual(4.5);
      expect(isInGamut(text) && isInGamut(surface), `hue ${hue}`).toBe(true);
    }
  });
});
