import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { floorOf, isPatched, isUsable, NODE_FLOORS } from './nodeFloor.mjs';
import { describeRuntime } from './runtime.ts';

const [{ version: floor, released }] = NODE_FLOORS;
const [line = 0, minor = 0, patch = 0] = floor.split('.').map(Number);

test('a Node below the floor of its line is not patched, and one at or above it is [OPS-467]', () => {
  expect([floor, `v${floor}`, `${line}.${minor}.${patch + 1}`, `${line}.${minor + 1}.0`].map(isPatched)).toEqual(
    Array(4).fill(true),
  );
  // Compared as numbers: 24.9.0 is older than 24.22.1.
  expect(
    [`${line}.${minor}.${patch - 1}`, `${line}.${minor - 1}.9`, `${line}.9.0`, `${line}.0.0`].map(isPatched),
  ).toEqual(Array(4).fill(false));
});

test('a Node of a line without a floor is not patched, however new it is [OPS-467]', () => {
  expect(['20.20.2', '22.99.0', '25.9.0', '99.0.0'].map(isPatched)).toEqual(Array(4).fill(false));
  expect(floorOf('25.9.0')).toBeUndefined();
});

test('every floor runs the portal and names its release day and an advisory [OPS-467]', () => {
  for (const one of NODE_FLOORS) {
    expect(isUsable(one.version)).toBe(true);
    expect(one.released).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(one.advisory).toMatch(/\bCVE-\d{4}-\d+/);
  }
  expect(['20.20.2', '24.10.9'].map(isUsable)).toEqual([false, false]);
});

test('the age of the floor is the number of whole days since its release [OPS-467]', () => {
  const release = Date.parse(released);
  const after = (days: number) => describeRuntime('24.0.0', new Date(release + days * DAY_MS)).daysSinceFloor;
  expect([after(-1), after(0), after(0.9), after(38)]).toEqual([0, 0, 0, 38]);
  expect(describeRuntime('25.0.0', new Date(release))).toMatchObject({
    isSupported: false,
    isPatched: false,
    floor: NODE_FLOORS[0],
  });
});
