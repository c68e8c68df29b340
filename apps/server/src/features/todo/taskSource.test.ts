import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import {
  checkTask,
  createTask,
  deleteTask,
  listActiveTasks,
  listCompletedTasks,
  uncheckTask,
} from '@portico/contracts/todo';
import { testPortal } from '../../testing/testPortal.ts';

const now = new Date('2026-06-10T12:00:00Z');

async function setup() {
  const portal = await testPortal({ now });
  const { as, db } = portal;
  return {
    ...portal,
    add: (itemId: string, more: { id?: string; title?: string } = {}, name = 'ana') =>
      as(name).call(createTask, { body: { title: 'Read it', itemId, ...more } }),
    rejected: (itemId: string, more: { id?: string; title?: string } = {}, name = 'ana') =>
      as(name).fail(createTask, { body: { title: 'Read it', itemId, ...more } }),
    stored: async () => (await db.selectFrom('todos').select('id').execute()).length,
  };
}

test('a task created from an item links back to it in both lists [TODO-015]', async () => {
  const { as, make, add } = await setup();
  const items = {
    news: await make.news({ header: 'New rule' }),
    events: await make.event({ header: 'Spring forum' }),
    resources: await make.resource({ header: 'Guide' }),
  };
  for (const [folder, itemId] of Object.entries(items))
    expect((await add(itemId)).source).toEqual({
      title: { news: 'New rule', events: 'Spring forum', resources: 'Guide' }[folder],
      path: `/${folder}/${itemId}`,
    });
  expect((await add(await make.page({ header: 'Support', path: '/support' }))).source).toEqual({
    title: 'Support',
    path: '/support',
  });
  const { items: active } = await as('ana').call(listActiveTasks, {});
  expect(active.map((task) => task.source?.title).sort()).toEqual(['Guide', 'New rule', 'Spring forum', 'Support']);
  await as('ana').call(checkTask, { params: { id: active.find((task) => task.source?.title === 'New rule')!.id } });
  expect((await as('ana').call(listCompletedTasks, {})).items[0]!.source).toEqual({
    title: 'New rule',
    path: `/news/${items.news}`,
  });
});

test('creating a task from an item that the person may not see fails as if the item were missing [A3, TODO-015]', async () => {
  const { make, rejected, stored, add } = await setup();
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const hidden = {
    draft: await make.news({ isDraft: true }),
    scheduled: await make.event({ publishedAt: at(1) }),
    expired: await make.resource({ publishedAt: at(-2), expiresAt: at(-1) }),
    ofOthers: await make.news({ audience: ['AdvisorCorporate'] }),
    withoutPage: await make.document(),
    missing: randomUUID(),
  };
  const answers = await Promise.all(Object.values(hidden).map((itemId) => rejected(itemId)));
  expect(answers.map(({ status, code, detail }) => [status, code, detail])).toEqual(
    answers.map(() => [404, 'not_found', 'The item was not found.']),
  );
  expect((await rejected('no id')).status).toBe(400);
  expect(await stored()).toBe(0);
  // A reader who may see the item can create a task from it.
  expect((await add(hidden.ofOthers, {}, 'cora')).source?.path).toBe(`/news/${hidden.ofOthers}`);
});

test('many concurrent requests create one active task per item [R6, R8, TODO-015]', async () => {
  const { as, make, add, rejected, stored } = await setup();
  const itemId = await make.event();
  const answers = await Promise.allSettled(Array.from({ length: 12 }, () => add(itemId)));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  expect(await rejected(itemId)).toMatchObject({
    status: 409,
    code: 'conflict',
    detail: 'You already have a task for this.',
  });
  expect(await stored()).toBe(1);
  // Another person's task for the same item does not count.
  await add(itemId, {}, 'cora');

  const {
    items: [task],
  } = await as('ana').call(listActiveTasks, {});
  await as('ana').call(checkTask, { params: { id: task!.id } });
  const second = await add(itemId);
  await as('ana').call(deleteTask, { params: { id: second.id } });
  expect((await add(itemId)).source).toEqual(task!.source);
  // Reactivating a completed task is allowed even if there is another active one for the item.
  expect((await as('ana').call(uncheckTask, { params: { id: task!.id } })).state).toBe('Active');
});

test('a retry returns the first task even if the item is gone, and is rejected for another item [B2, TODO-015]', async () => {
  const { make, add, rejected, clock, stored } = await setup();
  const id = randomUUID();
  const itemId = await make.news({ expiresAt: new Date(now.getTime() + DAY_MS).toISOString() });
  const other = await make.news();
  const first = await add(itemId, { id });
  expect(await add(itemId, { id })).toEqual(first);
  clock.now = new Date(now.getTime() + 2 * DAY_MS);
  expect(await add(itemId, { id })).toEqual(first);
  for (const wrong of [
    () => rejected(other, { id }),
    () => rejected(itemId, { id, title: 'Other words' }),
    () => rejected(other, { id }, 'cora'),
  ])
    expect((await wrong()).status).toBe(409);
  expect(await stored()).toBe(1);
});
