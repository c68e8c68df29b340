import { expect, test } from 'vitest';
import { cellFormat } from './cellFormat.ts';

test.for<[id: number, code: string | undefined, value: number, shown: string]>([
  [46, undefined, 1.5, '36:00:00'],
  [46, undefined, 0.25, '6:00:00'],
  [164, '[h]:mm', 1.0625, '25:30'],
  [164, '[hh]:mm:ss;@', 41.6680787037, '1000:02:02'],
  [164, '[h]', 2.5, '60'],
  [164, '[mm]:ss', 0.0625, '90:00'],
  [164, '[s]', 0.0625, '5400'],
  [46, undefined, -0.5, '-0.5'],
  [164, '[Red]h:mm', 1.25, '06:00'],
  [164, '"[h]" 0.0', 1.25, '1.3'],
  [164, '[$-409]h:mm AM/PM', 0.25, '06:00'],
  [18, undefined, 0.75, '18:00'],
  [19, undefined, 0.75, '18:00'],
  [164, 'm/d/yyyy h:mm A/P', 46090.5, '2026-03-09 12:00'],
  [20, undefined, 0.25, '06:00'],
])('a cell with the format %i (%s) and the value %f shows %s [DOCS-004]', ([id, code, value, shown]) => {
  expect(cellFormat(id, code, false)(value)).toBe(shown);
});
