import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageWindow } from './pageWindow.ts';

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [1, 5, [1, 2, 3, 4, 5]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
  [1, 24, [1, 2, 'gap', 24]],
  [24, 24, [1, 'gap', 23, 24]],
])('the pagination for page %i of %i shows %j', (page, count, slots) => {
  expect(pageWindow(page, count)).toEqual(slots);
});

test('pagination always has the first, last and current page, in order, and a gap never hides a single page', () => {
  fc.assert(
    fc.property(
      fc
        .integer({ min: 1, max: 500 })
        .chain((count) => fc.tuple(fc.integer({ min: 1, max: count }), fc.constant(count))),
      ([page, count]) => {
        const slots = pageWindow(page, count);
        const numbers = slots.filter((slot) => slot !== 'gap');
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
        expect(numbers).toEqual(expect.arrayContaining([1, page, count]));
        slots.forEach((slot, at) => {
          if (slot === 'gap') expect(Number(slots[at + 1]) - Number(slots[at - 1])).toBeGreaterThan(2);
        });
      },
    ),
  );
});
