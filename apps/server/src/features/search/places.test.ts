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
  await db.updateTable('users').set({ email: 'r&d?cc=x@portico.test' }).where('subject', '=', 'cora').execute();
  expect(await find('cora\u00a0fin\u200bch')).toMatchObject([{ href: 'mailto:r%26d%3Fcc%3Dx@portico.test' }]);
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
