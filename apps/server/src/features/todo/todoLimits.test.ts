import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  checkTask,
  createTask,
  deleteTask,
  listCompletedTasks,
  MAX_ACTIVE_TASKS,
  MAX_COMPLETED_TASKS,
  MAX_TASK_NOTE,
  MAX_TASK_TITLE,
  restoreTask,
  uncheckTask,
} from '@portico/contracts/todo';
import { todoPortal as setup } from './testing/todoPortal.ts';

describe('the limits of the to-do list', () => {
  test('apply to the length of texts, at and beyond the maximum [TODO-011]', async () => {
    const { as, add } = await setup();
    await add('x'.repeat(MAX_TASK_TITLE), { note: 'n'.repeat(MAX_TASK_NOTE) });
    expect((await add(`  ${'x'.repeat(MAX_TASK_TITLE)}  `)).title).toHaveLength(MAX_TASK_TITLE);
    for (const body of [
      { title: 'x'.repeat(MAX_TASK_TITLE + 1) },
      { title: ' ' },
      { title: '\u200b\u202e' },
      { title: 'x', note: 'n'.repeat(MAX_TASK_NOTE + 1) },
      { title: 'x', dueDate: '2026-02-29' },
      { title: 'x', dueDate: '0000-01-01' },
    ])
      expect(await as('ana').fail(createTask, { body })).toMatchObject({ status: 400, code: 'invalid_input' });
    expect((await add('leap', { dueDate: '2028-02-29' })).dueDate).toBe('2028-02-29');
  });

  test('allow 500 active tasks: the next one, or reactivating one, is rejected [TODO-011]', async () => {
    const { as, add, fill, titles } = await setup();
    const [done, gone] = [await add('Done'), await add('Gone')];
    await as('ana').call(checkTask, { params: { id: done.id } });
    await as('ana').call(deleteTask, { params: { id: gone.id } });
    await fill('ana', MAX_ACTIVE_TASKS - 1);
    const id = randomUUID();
    const last = await add('The last', { id });
    expect(await titles()).toHaveLength(MAX_ACTIVE_TASKS);
    const detail = 'You have 500 active tasks, which is the maximum. Complete or delete some first.';
    expect(await as('ana').fail(createTask, { body: { title: 'One too many' } })).toMatchObject({
      status: 409,
      code: 'conflict',
      detail,
    });
    expect(await as('ana').fail(uncheckTask, { params: { id: done.id } })).toMatchObject({ status: 409, detail });
    expect(await as('ana').fail(restoreTask, { params: { id: gone.id } })).toMatchObject({ status: 409, detail });
    expect(await as('ana').call(uncheckTask, { params: { id } })).toEqual(last);
    expect(await add('The last', { id })).toEqual(last);
    await as('ana').call(checkTask, { params: { id } });
    await as('ana').call(uncheckTask, { params: { id: done.id } });
    await add('Of Cora', {}, 'cora');
  });

  test('keep the last 200 completed tasks in the list, with their total', async () => {
    const { as, add, fill } = await setup();
    await as('ana').call(checkTask, { params: { id: (await add('Latest')).id } });
    await fill('ana', MAX_COMPLETED_TASKS, true);
    const { items, total } = await as('ana').call(listCompletedTasks, {});
    expect([items.length, items[0]!.title, total]).toEqual([MAX_COMPLETED_TASKS, 'Latest', MAX_COMPLETED_TASKS + 1]);
  });
});
