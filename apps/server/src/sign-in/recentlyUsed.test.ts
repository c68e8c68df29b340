import { expect, test } from 'vitest';
import { createRecentlyUsed } from './recentlyUsed.ts';

function recentlyUsed(limits: { maxSize: number; maxAgeMs: number }) {
  const clock = { now: 0 };
  const values = createRecentlyUsed<number>(limits, () => new Date(clock.now));
  return {
    values,
    keepAt: (time: number, key: string) => {
      clock.now = time;
      values.keep(key, time);
    },
  };
}

test('what is kept again stays, and what is not goes after its time, anyone who is kept then [R14]', () => {
  const { values, keepAt } = recentlyUsed({ maxSize: 10, maxAgeMs: 1000 });
  keepAt(0, 'left');
  keepAt(0, 'used');
  keepAt(900, 'used');
  keepAt(1000, 'another');
  expect([values.size, values.get('left')]).toEqual([3, 0]);
  keepAt(1001, 'another');
  expect([values.size, values.get('left'), values.get('used'), values.get('another')]).toEqual([
    2,
    undefined,
    900,
    1001,
  ]);
});

test('of too many the one that was kept longest ago goes, and deleting makes room', () => {
  const { values, keepAt } = recentlyUsed({ maxSize: 2, maxAgeMs: 1000 });
  keepAt(1, 'a');
  keepAt(2, 'b');
  keepAt(3, 'a');
  keepAt(4, 'c');
  expect([values.get('a'), values.get('b'), values.get('c')]).toEqual([3, undefined, 4]);
  values.delete('a');
  keepAt(5, 'd');
  expect([values.get('c'), values.get('d')]).toEqual([4, 5]);
});
