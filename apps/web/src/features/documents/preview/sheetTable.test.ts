import { expect, test } from 'vitest';
import { columnName, hasHeaderRow, isNumber } from './sheetTable.ts';

test('column names follow spreadsheets', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
});

test.each(['1', '1,204', '$3.50', '-12', '(1,200)', '7 %', '0.5%', ' 12 '])('%j is a number', (cell) =>
  expect(isNumber(cell)).toBe(true),
);
test.each(['', 'Q1', '12 March', '2024-03-05', '1a', '--', '$'])('%j is not a number', (cell) =>
  expect(isNumber(cell)).toBe(false),
);

test('a first row with only text is a header', () => {
  expect(
    hasHeaderRow([
      ['Name', 'Amount'],
      ['Ana', '12'],
    ]),
  ).toBe(true);
  expect(
    hasHeaderRow([
      ['Name', '12'],
      ['Ana', '12'],
    ]),
  ).toBe(false);
  expect(
    hasHeaderRow([
      ['Name', ''],
      ['Ana', '12'],
    ]),
  ).toBe(false);
  expect(hasHeaderRow([['Name', 'Amount']])).toBe(false);
  expect(hasHeaderRow([])).toBe(false);
});
