import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  checkTask,
  createTask,
  deleteTask,
  listActiveTasks,
  listCompletedTasks,
  MAX_ACTIVE_TASKS,
  moveTask,
  uncheckTask,
} from '@portico/contracts/todo';
import { testPortal } from '../../testing/testPortal.ts';
import { readRows } from '../../db/rows.ts';
import { z } from 'zod/mini';

const times = <Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

async function setup() {
  // On a busy machine, forty callers that share ten connections wait longer than a request may.
  const portal = await testPortal({ env: { RATE_LIMIT_PER_MINUTE: '0' } });
  const ana = portal.as('ana');
  return {
    ...portal,
    ana,
    /** Returns the status of any response. */
    statusOf: async (url: string, method: 'POST' | 'PUT', payload?: object) =>
      (await portal.portal.inject({ method, url, headers: await ana.headers(), ...(payload ? { payload } : {}) }))
        .statusCode,
  };
}

test('forty concurrent attempts to add one task create one, and all get the same response [R6, B2]', async () => {
  const { ana, db } = await setup();
  const id = randomUUID();
  const answers = await times(40, () => ana.call(createTask, { body: { id, title: 'Once' } }));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await db.selectFrom('todos').select('id').execute()).toEqual([{ id }]);
});

test('of forty concurrent changes to one version, one succeeds and the others get its result [R7]', async () => {
  const { ana, portal } = await setup();
  const { id, version } = await ana.call(createTask, { body: { title: 'Before' } });
  const headers = await ana.headers();
  const answers = await times(40, (n) =>
    portal.inject({ method: 'PUT', url: `/api/v1/todo/${id}`, headers, payload: { version, title: `Title ${n}` } }),
  );
  const won = answers.filter((answer) => answer.statusCode === 200);
  expect(won).toHaveLength(1);
  const { title } = won[0]!.json<{ title: string }>();
  for (const answer of answers.filter((one) => one !== won[0]))
    expect(answer.json()).toMatchObject({
      status: 409,
      detail: `This task has changed since you opened it: the title is now “${title}”.`,
    });
  expect((await ana.call(listActiveTasks, {})).items).toMatchObject([{ title, version: 2 }]);
});

test('many concurrent checks and unchecks leave one task in one list, with one version per change [R8]', async () => {
  const { ana } = await setup();
  const { id } = await ana.call(createTask, { body: { title: 'Flipped' } });
  const answers = await times(60, (n) => ana.call(n % 2 === 0 ? checkTask : uncheckTask, { params: { id } }));
  const { items } = await ana.call(listActiveTasks, {});
  const completed = await ana.call(listCompletedTasks, {});
  expect(items.length + completed.items.length).toBe(1);
  const [task] = [...items, ...completed.items];
  expect(task!.version).toBe(Math.max(...answers.map((answer) => answer.version)));
  // Every change flips the state, so odd versions are active.
  for (const answer of answers) expect(answer.state).toBe(answer.version % 2 === 1 ? 'Active' : 'Completed');
});

test('the limit of active tasks holds under concurrent additions and reactivations [R8, TODO-011]', async () => {
  const { ana, db, statusOf } = await setup();
  const done = await times(10, async (n) => {
    const { id } = await ana.call(createTask, { body: { title: `Done ${n}` } });
    await ana.call(checkTask, { params: { id } });
    return id;
  });
  await sql`insert into todos (id, user_id, title, created_at) select gen_random_uuid(), users.id, 'Task', now() from users, generate_series(1, ${MAX_ACTIVE_TASKS - 7}::int) where subject = 'ana'`.execute(
    db,
  );
  const statuses = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) => statusOf('/api/v1/todo', 'POST', { title: `New ${n}` })),
    ...done.map((id) => statusOf(`/api/v1/todo/${id}/uncheck`, 'PUT')),
  ]);
  expect([
    statuses.filter((status) => status === 200).length,
    statuses.filter((status) => status === 409).length,
  ]).toEqual([7, 13]);
  expect((await ana.call(listActiveTasks, {})).items).toHaveLength(MAX_ACTIVE_TASKS);
});

test('concurrent moves, additions, checks and deletions leave positions without gaps or duplicates', async () => {
  const { ana, db } = await setup();
  const tasks = await times(12, (n) => ana.call(createTask, { body: { title: `Task ${n}` } }));
  const [checked, deleted] = [tasks[10]!.id, tasks[11]!.id];
  const movable = tasks.slice(0, 10).map((task) => task.id);
  await Promise.all([
    ...movable.flatMap((id, n) =>
      [null, movable[(n * 7 + 3) % 10]!].map((beforeId) => ana.call(moveTask, { params: { id }, body: { beforeId } })),
    ),
    ana.call(createTask, { body: { title: 'New' } }),
    ana.call(checkTask, { params: { id: checked } }),
    ana.call(deleteTask, { params: { id: deleted } }),
  ]);
  // One more move gives every task a position.
  const { items, sort } = await ana.call(moveTask, { params: { id: movable[0]! }, body: { beforeId: null } });
  expect([sort, items.length, items.at(-1)!.id]).toEqual(['ByHand', 11, movable[0]]);
  const rows = await readRows(
    db,
    z.object({ id: z.uuid(), position: z.int() }),
    sql`
    select id, position from todos where completed_at is null and deleted_at is null order by position`,
  );
  expect(rows.map((row) => row.position)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.map((row) => row.id)).toEqual(items.map((item) => item.id));
});
