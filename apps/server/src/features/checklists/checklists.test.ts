import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { getChecklistMarks, setChecklistMark, type MarkState } from '@portico/contracts/checklists';
import type { ComponentTree } from '@portico/kinds/content';
import { listActiveTasks } from '@portico/contracts/todo';
import { testPortal } from '../../testing/testPortal.ts';

const now = new Date('2026-06-10T12:00:00Z');

function checklist(
  id: string,
  entries: string[],
  more: { title?: string; dueDate?: string } = {},
): ComponentTree[number] {
  return {
    id,
    type: 'Checklist',
    ...more,
    items: entries.map((entry) => ({ id: entry, content: [{ type: 'text', text: `Do ${entry}` }] })),
  };
}

async function setup() {
  const portal = await testPortal({ now });
  const { as } = portal;
  return {
    ...portal,
    marks: async (componentId: string, name = 'ana') =>
      (await as(name).call(getChecklistMarks, { params: { componentId } })).marks,
    mark: (componentId: string, itemId: string, status?: MarkState, name = 'ana') =>
      as(name)
        .call(setChecklistMark, { params: { componentId, itemId }, body: status && { status } })
        .then((answer) => answer.status),
    due: async (name = 'ana') => (await as(name).call(listActiveTasks, {})).checklists,
    republish: (itemId: string, components: ComponentTree) => portal.make.republish(itemId, { components }),
  };
}

test('each person checks and unchecks the items of a checklist for themselves [CHECK-001, CHECK-002]', async () => {
  const { make, marks, mark } = await setup();
  await make.page({ components: [checklist('setup', ['one', 'two'])] });
  expect(await marks('setup')).toEqual({});
  expect(await mark('setup', 'one', 'Checked')).toBe('Checked');
  expect(await mark('setup', 'one', 'Checked')).toBe('Checked');
  expect(await mark('setup', 'two', 'Unchecked')).toBe('Unchecked');
  expect([await marks('setup'), await marks('setup', 'cora')]).toEqual([{ one: 'Checked', two: 'Unchecked' }, {}]);
  expect(await mark('setup', 'one', 'Unchecked')).toBe('Unchecked');
});

test('without a status, an empty or missing body toggles the mark [CHECK-001]', async () => {
  const { make, mark, portal, as } = await setup();
  await make.page({ components: [checklist('setup', ['one'])] });
  expect([await mark('setup', 'one'), await mark('setup', 'one'), await mark('setup', 'one')]).toEqual([
    'Checked',
    'Unchecked',
    'Checked',
  ]);
  const put = async (payload?: string) =>
    portal.inject({
      method: 'PUT',
      url: '/api/v1/checklists/setup/one/status',
      headers: {
        ...(await as('ana').headers()),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
  expect((await put('{}')).json()).toEqual({ status: 'Unchecked' });
  expect((await put()).json()).toEqual({ status: 'Checked' });
  expect((await put('')).json()).toEqual({ status: 'Unchecked' });
  expect((await put('{"status":"Done"}')).statusCode).toBe(400);
});

test('a checklist works anywhere in a page, a news item, a resource or an event', async () => {
  const { make, mark } = await setup();
  const nested = (id: string): ComponentTree => [
    {
      id: `${id}-columns`,
      type: 'Columns',
      columns: [
        {
          components: [
            { id: `${id}-part`, type: 'ExpandCollapse', title: 'More', components: [checklist(id, ['one'])] },
          ],
        },
        { components: [] },
      ],
    },
  ];
  await make.page({ components: nested('of-page') });
  await make.news({ components: nested('of-news') });
  await make.resource({ components: nested('of-resource') });
  await make.event({ components: nested('of-event') });
  for (const id of ['of-page', 'of-news', 'of-resource', 'of-event']) expect(await mark(id, 'one')).toBe('Checked');
});

test('a checklist hidden from the reader returns 404, and its marks can be neither read nor set [CHECK-001, CHECK-003, A5, A8]', async () => {
  const { make, as, db } = await setup();
  await make.page({
    components: [checklist('of-corporate', ['one'], { dueDate: '2026-06-12' })],
    audience: ['AdvisorCorporate'],
  });
  await make.news({
    components: [checklist('of-tomorrow', ['one'], { dueDate: '2026-06-12' })],
    publishedAt: '2026-06-11T12:00:00Z',
  });
  await make.news({ components: [checklist('of-draft', ['one'], { dueDate: '2026-06-12' })], isDraft: true });
  await make.home({ components: [checklist('of-home', ['one'], { dueDate: '2026-06-12' })] });
  for (const componentId of ['of-corporate', 'of-tomorrow', 'of-draft', 'of-home', 'nowhere']) {
    expect(await as('ana').fail(getChecklistMarks, { params: { componentId } })).toMatchObject({
      status: 404,
      detail: 'The checklist was not found.',
    });
    expect(
      await as('ana').fail(setChecklistMark, { params: { componentId, itemId: 'one' }, body: { status: 'Checked' } }),
    ).toMatchObject({ status: 404 });
  }
  expect(
    await as('cora').fail(setChecklistMark, {
      params: { componentId: 'of-corporate', itemId: 'two' },
      body: undefined,
    }),
  ).toMatchObject({ status: 404 });
  expect((await as('ana').call(listActiveTasks, {})).checklists).toEqual([]);
  expect((await as('cora').call(listActiveTasks, {})).checklists).toMatchObject([{ componentId: 'of-corporate' }]);
  expect(await db.selectFrom('checklist_marks').selectAll().execute()).toEqual([]);
});

test('marks survive republishing, and an item that is removed and added again has its mark again [CHECK-003]', async () => {
  const { make, marks, mark, republish, db } = await setup();
  const page = await make.page({ components: [checklist('setup', ['one', 'two', 'three'])] });
  await mark('setup', 'one');
  await mark('setup', 'two');
  await republish(page, [checklist('other', ['x']), checklist('setup', ['three', 'one', 'four'])]);
  expect(await marks('setup')).toEqual({ one: 'Checked' });
  expect(await mark('setup', 'four')).toBe('Checked');
  await republish(page, [checklist('setup', ['two'])]);
  expect(await marks('setup')).toEqual({ two: 'Checked' });
  await make.withdraw(page);
  expect(await db.selectFrom('checklists').selectAll().execute()).toEqual([]);
});

test('copies of a checklist on two pages share marks for readers of either page', async () => {
  const { make, marks, mark, due } = await setup();
  await make.page({
    components: [checklist('shared', ['one', 'two'], { dueDate: '2026-06-12' })],
    audience: ['AdvisorCorporate'],
  });
  await make.resource({ components: [checklist('shared', ['two', 'three'], { dueDate: '2026-06-12' })] });
  await mark('shared', 'two');
  expect(await marks('shared')).toEqual({ two: 'Checked' });
  await mark('shared', 'one', 'Checked', 'cora');
  expect([await due(), await due('cora')]).toMatchObject([[{ done: 1, total: 2 }], [{ componentId: 'shared' }]]);
});

test('a checklist with a due date is an active task until all its items are checked [CHECK-004]', async () => {
  const { make, mark, due } = await setup();
  const resource = await make.resource({
    header: 'Year end',
    components: [
      checklist('year-end', ['one', 'two'], { title: 'Before December', dueDate: '2026-06-20' }),
      checklist('undated', ['one']),
    ],
  });
  await make.page({
    header: 'Onboarding',
    path: '/onboarding',
    components: [checklist('first-week', ['one'], { dueDate: '2026-06-12' })],
  });
  expect(await due()).toEqual([
    {
      componentId: 'first-week',
      title: 'Onboarding',
      dueDate: '2026-06-12',
      done: 0,
      total: 1,
      source: { title: 'Onboarding', path: '/onboarding#first-week' },
    },
    {
      componentId: 'year-end',
      title: 'Before December',
      dueDate: '2026-06-20',
      done: 0,
      total: 2,
      source: { title: 'Year end', path: `/resources/${resource}#year-end` },
    },
  ]);
  await mark('first-week', 'one');
  await mark('year-end', 'two');
  expect(await due()).toMatchObject([{ componentId: 'year-end', done: 1, total: 2 }]);
  await mark('first-week', 'one');
  expect(await due()).toHaveLength(2);
  expect(await due('cora')).toMatchObject([{ done: 0 }, { done: 0 }]);
});

test('fifty concurrent toggles leave an item unchecked, and forty-nine leave it checked [R8]', async () => {
  const { make, marks, mark } = await setup();
  await make.page({ components: [checklist('setup', ['even', 'odd'])] });
  const turn = (item: string, count: number) => Promise.all(Array.from({ length: count }, () => mark('setup', item)));
  const [even, odd] = await Promise.all([turn('even', 50), turn('odd', 49)]);
  expect([
    even.filter((status) => status === 'Checked').length,
    odd.filter((status) => status === 'Checked').length,
  ]).toEqual([25, 25]);
  expect(await marks('setup')).toEqual({ even: 'Unchecked', odd: 'Checked' });
});

test('the migration finds the same checklists that publishing does [R10]', async () => {
  const { make, db } = await setup();
  await make.page({
    components: [
      checklist('a', ['one', 'two'], { title: 'A', dueDate: '2026-06-12' }),
      { id: 'part', type: 'ExpandCollapse', title: 'More', components: [checklist('b', ['x'])] },
    ],
  });
  await make.news({ components: [checklist('c', ['one'])], isDraft: true });
  await make.home({ components: [checklist('d', ['one'])] });
  const rows = () => db.selectFrom('checklists').selectAll().orderBy('component_id').execute();
  const published = await rows();
  expect(published.map((row) => [row.component_id, row.entries])).toEqual([
    ['a', ['one', 'two']],
    ['b', ['x']],
  ]);
  await db.deleteFrom('checklists').execute();
  const migration = await readFile(new URL('../../db/migrations/0061_checklists.sql', import.meta.url), 'utf8');
  await sql.raw(migration.slice(migration.indexOf('insert into checklists'))).execute(db);
  expect(await rows()).toEqual(published);
});
