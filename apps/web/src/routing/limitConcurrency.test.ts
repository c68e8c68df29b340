import { describe, expect, test } from 'vitest';
import { limitConcurrency } from './limitConcurrency.ts';

function controlledTasks(count: number) {
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const finish: ((failed?: boolean) => void)[] = [];
  const tasks = Array.from({ length: count }, (_, index) => async () => {
    started.push(index);
    most = Math.max(most, ++running);
    try {
      await new Promise<void>((resolve, reject) => {
        finish[index] = (failed = false) => (failed ? reject(new Error('failed')) : resolve());
      });
      return index;
    } finally {
      running -= 1;
    }
  });
  return { tasks, started, finish, most: () => most };
}

const settle = async () => await new Promise((resolve) => setTimeout(resolve));

describe('loads that are limited to four at once', () => {
  test('start in order, never more than four together, and all finish [ROUTE-026]', async () => {
    const { tasks, started, finish, most } = controlledTasks(12);
    const limited = limitConcurrency(4);
    const results = Promise.all(tasks.map((task) => limited(task)));
    await settle();
    expect(started).toEqual([0, 1, 2, 3]);
    for (let index = 0; index < 12; index++) {
      finish[index]!();
      await settle();
    }
    expect(await results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(most()).toBe(4);
  });

  test('a failed load makes room for the next', async () => {
    const { tasks, started, finish } = controlledTasks(5);
    const limited = limitConcurrency(4);
    const results = Promise.allSettled(tasks.map((task) => limited(task)));
    await settle();
    finish[2]!(true);
    await settle();
    expect(started).toEqual([0, 1, 2, 3, 4]);
    for (const index of [0, 1, 3, 4]) finish[index]!();
    expect((await results).map((result) => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
