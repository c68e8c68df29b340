import { expect, test } from 'vitest';
import { placesLeft } from './events.ts';

test('no spots are left, rather than fewer than none, after an editor lowered the capacity [EVENTS-019]', () => {
  expect([placesLeft(3, 2), placesLeft(3, 3), placesLeft(3, 5), placesLeft(null, 5)]).toEqual([1, 0, 0, null]);
});
