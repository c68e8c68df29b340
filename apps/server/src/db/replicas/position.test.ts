import { expect, test } from 'vitest';
import { PositionHistory } from './position.ts';

test("the age of a replica's data is measured from the last time at which the primary had no more [OPS-261]", () => {
  const history = new PositionHistory(1000);
  for (const [at, position] of [
    [0, 100n],
    [250, 100n],
    [500, 180n],
    [750, 200n],
  ] as const)
    history.add({ at, position });
  expect(history.freshAt(99n)).toBe(-Infinity);
  expect(history.freshAt(100n)).toBe(250);
  expect(history.freshAt(199n)).toBe(500);
  expect(history.freshAt(200n)).toBe(750);
  history.add({ at: 1600, position: 300n });
  expect(history.freshAt(199n)).toBe(-Infinity);
  expect(history.freshAt(250n)).toBe(750);
});

test('a new primary that is behind the former one restarts the history [OPS-261]', () => {
  const history = new PositionHistory(1000);
  history.add({ at: 0, position: 500n });
  history.add({ at: 250, position: 400n });
  expect(history.freshAt(450n)).toBe(250);
  expect(history.freshAt(399n)).toBe(-Infinity);
});
