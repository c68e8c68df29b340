import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import {
  checkTask,
  createTask,
  deleteTask,
  listActiveTasks,
  listCompletedTasks,
  moveTask,
  restoreTask,
  sortTasks,
  uncheckTask,
  updateTask,
} from '@portico/contracts/todo';
import { createDb } from '../../db/pool.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { todoPortal as setup } from './testing/todoPortal.ts';
import * as creation from './createTask.queries.ts';
import * as order from './taskOrder.queries.ts';
import * as tasks from './todo.queries.ts';

test('a task is added, changed, completed, reactivated and deleted [TODO-001, TODO-002, TODO-003, TODO-004, TODO-005, TODO-006, TODO-007]', async () => {
  const { as, add, change, titles, done } = await setup();
  const task = await add('Call Mrs Adler', { dueDate: '2026-06-12', priority: 'High', note: 'About the RMD.' });
  expect(task).toEqual({
    id: expect.any(String),
    title: 'Call Mrs Adler',
    note: 'About the RMD.',
    dueDate: '2026-06-12',
    priority: 'High',
    state: 'Active',
    source: null,
    createdAt: '2026-06-10T12:00:01Z',
    completedAt: null,
    version: 1,
  });
  const changed = await change(task, { title: 'Call Mrs Adler again', dueDate: null, priority: 'Normal' });
  expect(changed).toMatchObject({
    title: 'Call Mrs Adler again',
    note: 'About the RMD.',
    dueDate: null,
    priority: 'Normal',
    version: 2,
  });
  expect(await as('ana').call(checkTask, { params: { id: task.id } })).toMatchObject({
    state: 'Completed',
    completedAt: '2026-06-10T12:00:01Z',
    version: 3,
  });
  expect([await titles(), await done()]).toEqual([[], ['Call Mrs Adler again']]);
  expect(await as('ana').call(uncheckTask, { params: { id: task.id } })).toMatchObject({
    state: 'Active',
    completedAt: null,
    version: 4,
  });
  expect([await titles(), await done()]).toEqual([['Call Mrs Adler again'], []]);
  await as('ana').call(deleteTask, { params: { id: task.id } });
  expect([await titles(), await done()]).toEqual([[], []]);
});

test('checking, unchecking or deleting a task twice has the same effect as once', async () => {
  const { as, add, clock } = await setup();
  const { id } = await add('File the form');
  const first = await as('ana').call(checkTask, { params: { id } });
  clock.now = new Date(clock.now.getTime() + HOUR_MS);
  expect(await as('ana').call(checkTask, { params: { id } })).toEqual(first);
  const back = await as('ana').call(uncheckTask, { params: { id } });
  expect(await as('ana').call(uncheckTask, { params: { id } })).toEqual(back);
  await as('ana').call(deleteTask, { params: { id } });
  await as('ana').call(deleteTask, { params: { id } });
});

test('tasks are ordered by due date, then priority, then age, with undated ones last [TODO-009]', async () => {
  const { add, titles } = await setup();
  await add('no date');
  await add('no date, high', { priority: 'High' });
  await add('late', { dueDate: '2026-07-01', priority: 'High' });
  await add('soon', { dueDate: '2026-06-11' });
  await add('soon, high', { dueDate: '2026-06-11', priority: 'High' });
  await add('soon, younger', { dueDate: '2026-06-11' });
  expect(await titles()).toEqual(['soon, high', 'soon', 'soon, younger', 'late', 'no date, high', 'no date']);
});

describe('the manual order', () => {
  test('starts with the displayed order, follows moves and appends new tasks [TODO-009]', async () => {
    const { as, add, titles } = await setup();
    const tasks = {
      c: await add('c', { dueDate: '2026-06-13' }),
      b: await add('b', { dueDate: '2026-06-12' }),
      a: await add('a', { dueDate: '2026-06-11' }),
    };
    const move = (id: string, beforeId: string | null) =>
      as('ana').call(moveTask, { params: { id }, body: { beforeId } });
    const moved = await move(tasks.c.id, tasks.b.id);
    expect([moved.sort, moved.items.map((task) => task.title)]).toEqual(['ByHand', ['a', 'c', 'b']]);
    await add('d', { dueDate: '2026-06-01' });
    expect(await titles()).toEqual(['a', 'c', 'b', 'd']);
    await move(tasks.a.id, null);
    expect(await titles()).toEqual(['c', 'b', 'd', 'a']);
    await move(tasks.b.id, tasks.b.id);
    expect(await titles()).toEqual(['c', 'b', 'd', 'a']);
    expect((await as('ana').call(sortTasks, { body: { sort: 'Usual' } })).items.map((task) => task.title)).toEqual([
      'd',
      'a',
      'b',
      'c',
    ]);
    expect((await as('ana').call(sortTasks, { body: { sort: 'ByHand' } })).items.map((task) => task.title)).toEqual([
      'c',
      'b',
      'd',
      'a',
    ]);
  });

  test('matches the default order until something is moved', async () => {
    const { as, add } = await setup();
    await add('late', { dueDate: '2026-07-01' });
    await add('soon', { dueDate: '2026-06-11' });
    expect(await as('ana').call(sortTasks, { body: { sort: 'ByHand' } })).toMatchObject({
      sort: 'ByHand',
      items: [{ title: 'soon' }, { title: 'late' }],
    });
    expect((await as('cora').call(listActiveTasks, {})).sort).toBe('Usual');
  });

  test('rejects moves of or before completed and deleted tasks', async () => {
    const { as, add } = await setup();
    const [a, b] = [await add('a'), await add('b')];
    await as('ana').call(checkTask, { params: { id: b.id } });
    for (const [id, beforeId] of [
      [b.id, a.id],
      [a.id, b.id],
      [randomUUID(), null],
    ] as const)
      expect(await as('ana').fail(moveTask, { params: { id }, body: { beforeId } })).toMatchObject({
        status: 404,
        detail: 'The task was not found.',
      });
    expect((await as('ana').call(listActiveTasks, {})).sort).toBe('Usual');
  });
});

describe('a change based on an older version', () => {
  test('is rejected with the current task [R7]', async () => {
    const { as, add, change } = await setup();
    const task = await add('Old title', { note: 'Note' });
    const second = await change(task, { dueDate: '2026-06-20', priority: 'High' });
    const rejected = () =>
      as('ana').fail(updateTask, { params: { id: task.id }, body: { version: task.version, title: 'Mine' } });
    expect(await rejected()).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'This task has changed since you opened it: it is now due on 2026-06-20 and the priority is now High.',
      issues: [{ path: 'dueDate' }, { path: 'priority' }],
    });
    await as('ana').call(checkTask, { params: { id: task.id } });
    await change({ ...second, version: 3 }, { title: 'Theirs', note: 'Another', dueDate: null });
    expect((await rejected()).detail).toBe(
      'This task has changed since you opened it: the title is now “Theirs”, the note was edited, it is no longer due, the priority is now High and it was completed.',
    );
    expect((await as('ana').call(listCompletedTasks, {})).items[0]).toMatchObject({ title: 'Theirs', version: 4 });
  });

  test('succeeds if it retries the same change [B2]', async () => {
    const { as, add, change } = await setup();
    const task = await add('Title');
    const changed = await change(task, { title: 'New title' });
    expect(await change(task, { title: 'New title' })).toEqual(changed);
    await change(changed, { note: 'More' });
    expect(
      await as('ana').fail(updateTask, {
        params: { id: task.id },
        body: { version: task.version, title: 'New title' },
      }),
    ).toMatchObject({ status: 409 });
  });
});

describe("adding a task with a client's id", () => {
  test('twice creates one task, even if the first was changed, completed or deleted [R6, B2]', async () => {
    const { as, add, change, titles } = await setup();
    const id = randomUUID();
    const first = await add('Once', { id, dueDate: '2026-06-11' });
    expect(await add('Once', { id, dueDate: '2026-06-11' })).toEqual(first);
    const changed = await change(first, { title: 'Changed' });
    expect(await add('Once', { id, dueDate: '2026-06-11' })).toEqual(changed);
    expect(await titles()).toEqual(['Changed']);
    await as('ana').call(deleteTask, { params: { id } });
    expect(await add('Once', { id, dueDate: '2026-06-11' })).toMatchObject({ id });
    expect(await titles()).toEqual([]);
  });

  test("is rejected with another text, or if the id is someone else's, without revealing their task [R6, A5]", async () => {
    const { as, add, titles } = await setup();
    const id = randomUUID();
    await add('Secret of Ana', { id });
    expect(await as('ana').fail(createTask, { body: { id, title: 'Other words' } })).toMatchObject({
      status: 409,
      detail: 'This task was already added with different content.',
    });
    expect(await as('cora').fail(createTask, { body: { id, title: 'Secret of Ana' } })).toMatchObject({
      status: 409,
      detail: 'This ID can’t be used. Try another one.',
    });
    expect([await titles(), await titles('cora')]).toEqual([['Secret of Ana'], []]);
  });
});

test('a deleted task can be restored for a day and is then gone [TODO-010]', async () => {
  const { as, add, titles, clock, db, runJobs } = await setup();
  const { id } = await add('Deleted by mistake');
  const restore = { params: { id } };
  await as('ana').call(deleteTask, { params: { id } });
  const deletedAt = clock.now.getTime();
  clock.now = new Date(deletedAt + DAY_MS - 1);
  expect(await as('ana').call(restoreTask, restore)).toMatchObject({ id, title: 'Deleted by mistake' });
  expect(await as('ana').call(restoreTask, restore)).toMatchObject({ id });
  expect(await titles()).toEqual(['Deleted by mistake']);
  await as('ana').call(deleteTask, { params: { id } });
  clock.now = new Date(clock.now.getTime() + DAY_MS);
  expect(await as('ana').fail(restoreTask, restore)).toMatchObject({ status: 404 });
  await sql`select graphile_worker.add_job('purge-todo')`.execute(db);
  await runJobs();
  expect(await db.selectFrom('todos').select('id').execute()).toEqual([]);
});

test("another person's task returns 404 to every call and stays unchanged [A5]", async () => {
  const { as, add, titles, done } = await setup();
  const [task, other] = [await add('Mine'), await add('Mine too')];
  const params = { id: task.id };
  await add('Of Cora', {}, 'cora');
  const cora = as('cora');
  const answers = [
    await cora.fail(updateTask, { params, body: { version: 1, title: 'Taken' } }),
    await cora.fail(checkTask, { params }),
    await cora.fail(uncheckTask, { params }),
    await cora.fail(deleteTask, { params }),
    await cora.fail(restoreTask, { params }),
    await cora.fail(moveTask, { params, body: { beforeId: other.id } }),
  ];
  expect(answers.map(({ status, detail }) => [status, detail])).toEqual(
    answers.map(() => [404, 'The task was not found.']),
  );
  expect([await titles(), await titles('cora'), await done('cora')]).toEqual([['Mine', 'Mine too'], ['Of Cora'], []]);
  expect((await as('ana').call(listActiveTasks, {})).items[0]).toEqual(task);
});

test('fields that the caller may not set are ignored [A6]', async () => {
  const { as, add, change } = await setup();
  const forged = {
    state: 'Completed',
    completedAt: '2020-01-01T00:00:00Z',
    createdAt: '2020-01-01T00:00:00Z',
    source: { title: 'x', path: 'javascript:alert(1)' },
    user_id: 'x',
    version: 7,
    position: 1,
  };
  const task = await as('ana').call(createTask, { body: { title: 'Plain', ...forged } as never });
  expect(task).toMatchObject({ state: 'Active', source: null, version: 1, createdAt: '2026-06-10T12:00:00Z' });
  expect(await change(task, { ...forged, version: 1, title: 'Still plain' } as never)).toMatchObject({
    title: 'Still plain',
    state: 'Active',
    source: null,
    version: 2,
    createdAt: '2026-06-10T12:00:00Z',
  });
  await add('Another');
});

test('each change of a task is one statement, which announces it [TODO-018]', async () => {
  const { pool } = await testDatabase();
  const statements: string[] = [];
  const observed = createDb(pool, ({ query }) => void statements.push(query.sql));
  const { id } = await observed
    .insertInto('users')
    .values({ issuer: 'https://idp.test', subject: 'ana' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reader = { id, advisorType: null, facts: [], now: new Date('2026-06-10T12:00:00Z') };
  const task = { id: randomUUID(), title: 'Call Mrs Adler' };
  const changes = [
    () => creation.createTask(observed, reader, task),
    () => tasks.updateTask(observed, reader, task.id, { version: 1, title: 'Call her again' }),
    () => tasks.checkTask(observed, reader, task.id),
    () => tasks.uncheckTask(observed, reader, task.id),
    () => tasks.deleteTask(observed, reader, task.id),
    () => tasks.restoreTask(observed, reader, task.id),
    () => order.saveSort(observed, id, 'ByHand'),
  ];
  for (const change of changes) {
    statements.length = 0;
    await change();
    expect(statements).toEqual([expect.stringContaining('pg_notify')]);
  }
});
