import { searchDestinations } from '@portico/contracts/search';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isPersonFoundBy, isPersonNamed } from '../../search/index/names.ts';
import { savePeople } from '../../sign-in/directory/savePeople.ts';
import { aForm } from '../../testing/aForm.ts';
import { provision, scimClient } from '../../testing/scimClient.ts';
import { testPortal } from '../../testing/testPortal.ts';

test('people, own applications, forms and menu entries are found by prefixes of their names [SEARCH-024]', async () => {
  const { as, db, make } = await testPortal({
    env: { APPLICATION_ADDRESSES: '{"Redtail": "https://crm.example.com"}' },
  });
  const find = (term: string, name = 'ana') => as(name).call(searchDestinations, { query: { term } });
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

test('a menu entry is found only if the reader may open every folder above it [SEARCH-024]', async () => {
  const { as, db } = await testPortal();
  const find = async (term: string, name: string) =>
    (await as(name).call(searchDestinations, { query: { term } })).map((destination) => destination.name);
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

test('people who were provisioned or imported are found before their first sign-in, however their names are typed [SEARCH-031]', async () => {
  const portal = await testPortal();
  const scim = await scimClient(portal);
  await provision(scim, 'jmarin', {
    name: { givenName: 'José', familyName: 'Marín' },
    emails: [{ value: 'jose.marin@portico.test', primary: true }],
  });
  await provision(scim, 'bkeene', { name: { givenName: 'Robert', familyName: 'Keene' }, nickName: 'Bob' });
  await provision(scim, 'gone', { name: { givenName: 'Josephine', familyName: 'Marini' }, active: false });
  const facts = { advisorType: null, facts: [] };
  await savePeople(
    portal.db,
    [
      { email: 'aj@portico.test', givenName: 'A.J.', surname: 'Burke', ...facts },
      { email: 'siobhan.kelly@portico.test', givenName: null, surname: null, ...facts },
    ],
    { leavers: 'keep' },
  );
  const find = async (term: string) =>
    (await portal.as('ana').call(searchDestinations, { query: { term } })).map(({ name, detail, href }) => [
      name,
      detail,
      href,
    ]);
  const jose = ['José Marín', 'jose.marin@portico.test', 'mailto:jose.marin@portico.test'];
  for (const term of ['jose marin', 'José', 'MARÍN', 'marin, jose']) expect(await find(term), term).toEqual([jose]);
  for (const term of ['Bob Keene', 'robert keene', 'keene'])
    expect(await find(term), term).toEqual([['Bob Keene', null, null]]);
  for (const term of ['A.J. Burke', 'AJ Burke', 'a j burke', 'burke'])
    expect(await find(term), term).toEqual([['A.J. Burke', 'aj@portico.test', 'mailto:aj@portico.test']]);
  const kelly = ['siobhan.kelly@portico.test', 'siobhan.kelly@portico.test', 'mailto:siobhan.kelly@portico.test'];
  for (const term of ['siobhan', 'Siobhán Kelly']) expect(await find(term), term).toEqual([kelly]);
  expect(await find('portico')).toEqual([]);
});

test.each([
  ['by name', isPersonNamed],
  ['by name or email address', isPersonFoundBy],
])('people are found %s by an index on their names [SEARCH-031]', async (_, isFound) => {
  const { db } = await testPortal();
  await sql`insert into users (issuer, subject, given_name, surname)
    select 'test', n::text, 'Person', 'Number' || n from generate_series(1, 5000) n`.execute(db);
  await sql`analyze users`.execute(db);
  const plan = await sql`explain select id from users person where ${isFound('person', 'number4711')}`.execute(db);
  expect(JSON.stringify(plan.rows)).toContain('users_by_name');
});
