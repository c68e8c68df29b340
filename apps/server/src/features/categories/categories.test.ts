import { expect, test } from 'vitest';
import { listCategories, listDepartments, listNewsCategories } from '@portico/contracts/categories';
import { testPortal } from '../../testing/testPortal.ts';

test('categories are those of visible news, by name, with counts [NEWS-012, BASE-006]', async () => {
  const { as, make, clock } = await testPortal();
  await make.news({ categories: ['Tax', 'audit'] });
  await make.news({ categories: ['Tax'] });
  await make.news({ categories: ['Secret', 'Tax'], audience: ['AdvisorCorporate'] });
  await make.news({ categories: ['Draft'], isDraft: true });
  await make.news({ categories: ['Gone'], expiresAt: new Date(clock.now.getTime() - 1000).toISOString() });
  await make.event({ categories: ['Event'] });
  expect(await as('ana').call(listNewsCategories, {})).toEqual([
    { name: 'audit', count: 1 },
    { name: 'Tax', count: 2 },
  ]);
  expect(await as('cora').call(listNewsCategories, {})).toEqual([
    { name: 'audit', count: 1 },
    { name: 'Secret', count: 1 },
    { name: 'Tax', count: 3 },
  ]);
});

test('without news, there are no categories', async () => {
  const { as } = await testPortal();
  expect(await as('ana').call(listNewsCategories, {})).toEqual([]);
});

test('all categories have counts by kind of the items that the reader may see [NEWS-013, BASE-006, A2]', async () => {
  const { as, make, clock } = await testPortal();
  await make.news({ categories: ['Tax', 'audit'] });
  await make.event({ categories: ['Tax'] });
  await make.resource({ categories: ['Tax'] });
  await make.document({ categories: ['Tax', 'Forms'] });
  await make.document({ categories: ['Tax'], text: 'another' });
  await make.resource({ categories: ['Secret', 'Tax'], audience: ['AdvisorCorporate'] });
  await make.document({ categories: ['Draft'], isDraft: true });
  await make.resource({ categories: ['Gone'], expiresAt: new Date(clock.now.getTime() - 1000).toISOString() });
  await make.resource({ categories: ['Soon'], publishedAt: new Date(clock.now.getTime() + 1000).toISOString() });
  await make.page({ categories: ['Page'] });
  await make.home({ categories: ['Home'] });
  await make.asset({ categories: ['Asset'] });
  const none = { news: 0, events: 0, resources: 0, documents: 0 };
  expect(await as('ana').call(listCategories, {})).toEqual([
    { name: 'audit', count: 1, counts: { ...none, news: 1 } },
    { name: 'Forms', count: 1, counts: { ...none, documents: 1 } },
    { name: 'Tax', count: 5, counts: { news: 1, events: 1, resources: 1, documents: 2 } },
  ]);
  expect((await as('cora').call(listCategories, {})).map(({ name, count }) => [name, count])).toEqual([
    ['audit', 1],
    ['Forms', 1],
    ['Secret', 1],
    ['Tax', 6],
  ]);
});

test('departments are those that own resources and documents, and those of the authors of news and events [BASE-006, A2]', async () => {
  const { as, make } = await testPortal();
  await make.news({ authorDepartment: 'Research' });
  await make.event({ authorDepartment: 'operations' });
  await make.resource({ authorDepartment: 'Research', department: 'Planning' });
  await make.resource({ authorDepartment: 'Research', department: null });
  await make.document({ department: 'Planning' });
  await make.news({ authorDepartment: null });
  await make.resource({ department: 'Hidden', audience: ['AdvisorCorporate'] });
  const none = { news: 0, events: 0, resources: 0, documents: 0 };
  expect(await as('ana').call(listDepartments, {})).toEqual([
    { name: 'operations', count: 1, counts: { ...none, events: 1 } },
    { name: 'Planning', count: 2, counts: { ...none, resources: 1, documents: 1 } },
    { name: 'Research', count: 1, counts: { ...none, news: 1 } },
  ]);
});
