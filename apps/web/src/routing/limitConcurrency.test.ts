import { describe, expect, test } from 'vitest';
import { limitConcurrency } from './limitConcurrency.ts';

function controlledTasks(count: number) {
  let running = 0;
  let maxRunning = 0;
  const started: number[] = [];
  const finish: ((failed?: boolean) => void)[] = [];
  const tasks = Array.from({ length: count }, (_, index) => async () => {
    started.push(index);
    maxRunning = Math.max(maxRunning, ++running);
    try {
      await new Promise<void>((resolve, reject) => {
        finish[index] = (failed = false) => (failed ? reject(new Error('failed')) : resolve());
      });
      return index;
    } finally {
      running -= 1;
    }
  });
  return { tasks, started, finish, maxRunning: () => maxRunning };
}

const settle = async () => await new Promise((resolve) => setTimeout(resolve));

describe('tasks limited to four at a time', () => {
  test('start in order, at most four at a time, and all finish [ROUTE-026]', async () => {
    const { tasks, started, finish, maxRunning } = controlledTasks(12);
    const limited = limitConcurrency(4);
    const results = Promise.all(tasks.map((task) => limited(task)));
    await settle();
    expect(started).toEqual([0, 1, 2, 3]);
    for (let index = 0; index < 12; index++) {
      finish[index]!();
      await settle();
    }
    expect(await results).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(maxRunning()).toBe(4);
  });

  test('start the next one after one fails', async () => {
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
