import { expect, test } from 'vitest';
import { canUndo, formerNames, type NameChange } from './formerNames.ts';

const rename = (from: string, to: string): NameChange => ({ kind: 'Rename', from, to });
const retire = (from: string): NameChange => ({ kind: 'Retire', from, to: null });
const current = (...changes: NameChange[]) =>
  Object.fromEntries([...formerNames(changes)].map(([key, former]) => [key, former.current]));

test('each former name leads to the current one, whatever was renamed, merged or named back in between [DESK-090]', () => {
  expect(current(rename('Tax', 'Taxes'))).toEqual({ tax: 'Taxes' });
  expect(current(rename('Tax', 'Taxes'), rename('Taxes', 'Fiscal'))).toEqual({ tax: 'Fiscal', taxes: 'Fiscal' });
  expect(current(rename('Tax', 'Taxes'), rename('Taxes', 'Tax'))).toEqual({ taxes: 'Tax' });
  expect(current(rename('Tax', 'Taxes'), rename('Law', 'Tax'))).toEqual({ law: 'Tax' });
  expect(current(rename('tax', 'Tax'))).toEqual({ tax: 'Tax' });
  expect(current(rename('Tax', 'Taxes'), retire('Taxes'))).toEqual({ tax: 'Taxes', taxes: null });
});

test('a change can be undone until something else was done with the name that it led to [DESK-092]', () => {
  const first = rename('Tax', 'Taxes');
  expect(canUndo(first, formerNames([first]))).toBe(true);
  expect(canUndo(first, formerNames([first, rename('Taxes', 'Fiscal')]))).toBe(false);
  expect(canUndo(first, formerNames([first, rename('Law', 'Tax')]))).toBe(false);
  expect(canUndo(retire('Law'), formerNames([first, retire('Law')]))).toBe(true);
  expect(canUndo(retire('Law'), formerNames([first]))).toBe(false);
});
