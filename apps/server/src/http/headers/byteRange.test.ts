import { expect, test } from 'vitest';
import { byteRange } from './byteRange.ts';

test.each([
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=99-', { start: 99, end: 99 }],
  ['bytes=99-500', { start: 99, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['BYTES= 5-7 ', { start: 5, end: 7 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=999999999999999-', 'unsatisfiable'],
  [undefined, undefined],
  ['', undefined],
  ['bytes=', undefined],
  ['bytes=-', undefined],
  ['bytes=7-5', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1e3-', undefined],
  ['bytes=0x1-', undefined],
  [`bytes=${'9'.repeat(400)}-`, undefined],
])('for a file of 100 bytes, the Range header %j requests %j', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});
