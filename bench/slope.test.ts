import { expect, test } from 'vitest';
import { slopePerHour } from './slope.ts';

test('slopePerHour returns the growth per hour, despite noise', () => {
  expect(
    slopePerHour([
      [0, 100],
      [30, 101],
      [60, 102],
    ]),
  ).toBeCloseTo(2);
  expect(
    slopePerHour([
      [0, 5],
      [1, 5],
      [2, 5],
    ]),
  ).toBe(0);
  expect(slopePerHour([[3, 7]])).toBe(0);
  expect(slopePerHour(Array.from({ length: 600 }, (_, i) => [i / 10, 200 - i / 600 + (i % 2)] as const))).toBeCloseTo(
    -1,
    1,
  );
});
