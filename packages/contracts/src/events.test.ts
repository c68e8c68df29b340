import { expect, test } from 'vitest';
import { spotsLeft } from './events.ts';

test('no spots are left, rather than fewer than none, after an editor lowered the capacity [EVENTS-019]', () => {
  expect([spotsLeft(3, 2), spotsLeft(3, 3), spotsLeft(3, 5), spotsLeft(null, 5)]).toEqual([1, 0, 0, null]);
});
