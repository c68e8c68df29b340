import { searchPlaces } from '@portico/contracts/search';
import { expect, test } from 'vitest';
import { aForm } from '../../testing/aForm.ts';
import { testPortal } from '../../testing/testPortal.ts';

test('people, own applications, forms and menu entries are found by prefixes of their names [SEARCH-024]', async () => {
  const { as, db, make } = await testPortal({
    env: { APPLICATION_ADDRESSES: '{"Redtail": "https://crm.example.com"}' },
  });
  const find = (term: string, name = 'ana') => as(name).call(searchPlaces, { query: { term } });
  expect(await find('zzzz')).toEqual([]);
  await find('zzzz', 'cora');
  await db.updateTable('users').set({ email: 'cora@portico.test' }).where('subject', '=', 'cora').execute();
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
  await db
    .insertInto('application_access')
    .values([
      { user_id: id, application: 'Redtail', access_level: 'Access' },
      { user_id: id, application: 'Red Oak', access_level: 'None' },
    ])
    .execute();
  const itemId = await make.resource({ components: [aForm({ title: 'Expense claim' })] });
  await make.resource({ components: [aForm({ title: 'Expense report' })], audience: ['InsuranceOnly'] });
  expect(await find('cora fin')).toEqual([
    { kind: 'person', name: 'Cora Finch', detail: 'cora@portico.test', href: 'mailto:cora@portico.test' },
  ]);
  expect(await find('red')).toEqual([
    { kind: 'application', name: 'Redtail', detail: null, href: 'https://crm.example.com' },
  ]);
  expect(await find('red', 'cora')).toEqual([]);
  expect(await find('expense')).toEqual([
    { kind: 'form', name: 'Expense claim', detail: null, href: `/resources/${itemId}` },
  ]);
  expect(await find('resour')).toEqual([{ kind: 'menu', name: 'Resources', detail: null, href: '/resources' }]);
  await db.updateTable('users').set({ disabled_at: new Date().toISOString() }).where('subject', '=', 'cora').execute();
  expect(await find('cora')).toEqual([]);
  for (const term of ['((', '.*', "';--", '%%']) expect(await find(term), term).toEqual([]);
});

test('a menu entry is found only if the reader may open every folder above it [SEARCH-024]', async () => {
  const { as, db } = await testPortal();
  const find = async (term: string, name: string) =>
    (await as(name).call(searchPlaces, { query: { term } })).map((place) => place.name);
  const folder = { placement: 'menu', position: 90, kind: 'Folder', page_link: null };
  const link = { ...folder, kind: 'Link', page_link: '/licensing/nipr' };
  await db
    .insertInto('menu_items')
    .values([
      { ...folder, id: 'licensing', name: 'Licensing', audience: ['AdvisorHybrid'] },
      { ...folder, id: 'insurance', parent_id: 'licensing', name: 'Insurance' },
      { ...link, id: 'nipr', parent_id: 'insurance', name: 'NIPR lookup' },
      { ...folder, id: 'branch', name: 'Branch tools' },
      { ...folder, id: 'retired', parent_id: 'branch', name: 'Retired tools', status: 'Hidden' },
      { ...link, id: 'scanner', parent_id: 'retired', name: 'Scanner portal' },
      { ...folder, id: 'soon', parent_id: 'branch', name: 'Coming soon', status: 'GrayedOut' },
      { ...link, id: 'courier', parent_id: 'soon', name: 'Courier desk' },
      { ...link, id: 'postage', parent_id: 'branch', name: 'Postage meter' },
    ])
    .execute();
  expect(await find('NIPR', 'ana')).toEqual(['NIPR lookup']);
  expect(await find('NIPR', 'cora')).toEqual([]);
  expect(await find('postage', 'cora')).toEqual(['Postage meter']);
  for (const term of ['scanner', 'courier']) expect(await find(term, 'ana'), term).toEqual([]);
});
