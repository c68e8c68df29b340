import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { disableAccount } from '@portico/contracts/admin/people';
import { listNotifications } from '@portico/contracts/notifications';
import {
  getOwnership,
  handOver,
  LEFT_ITEMS_PAGE_SIZE,
  listLeftItems,
  saveOwnership,
  undoHandover,
} from '@portico/contracts/studio/owners';
import { listStudioActivity } from '@portico/contracts/studio/retention';
import { setStudioGrants } from '@portico/contracts/studio/roles';
import { getCurrentUser } from '@portico/contracts/users';
import { testPortal } from '../../../testing/testPortal.ts';

async function studio() {
  const portal = await testPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
  const { as, db, make } = portal;
  const people = ['edda', 'eve', 'aud', 'abe', 'ana', 'nils', 'adam'];
  for (const name of people) await as(name).call(getCurrentUser, {});
  const rows = await db.selectFrom('users').select(['id', 'subject']).execute();
  const ids = Object.fromEntries(rows.map(({ subject, id }) => [subject, id]));
  const item = async (header: string, owner: string, authorDepartment = 'Operations') => {
    const itemId = await make.news({ header, authorDepartment });
    await db.insertInto('content_owners').values({ item_id: itemId, owner_id: ids[owner]! }).execute();
    return itemId;
  };
  const leave = (name: string) =>
    as('adam').call(disableAccount, { params: { userId: ids[name]! }, body: { reason: 'Left the firm' } });
  const list = (name: string, query: { person?: string; page?: string } = {}) =>
    as(name).call(listLeftItems, { query });
  const ownerOf = async (itemId: string) =>
    (await as('edda').call(getOwnership, { params: { itemId } })).owner?.name ?? null;
  return { ...portal, ids, item, leave, list, ownerOf };
}

test('what people own who left is listed by person, as far as the caller may hand it over [DESK-245]', async () => {
  const { as, ids, item, leave, list } = await studio();
  const grants = [{ role: 'author' as const, department: 'Operations' }];
  await as('edda').call(setStudioGrants, { params: { userId: ids['nils']! }, body: { grants } });
  await item('Wires', 'aud');
  await item('Fees', 'aud');
  await item('Audit plan', 'aud', 'Compliance');
  await item('Holidays', 'nils');
  await item('Still here', 'eve');
  expect(await list('edda')).toMatchObject({ total: 0, all: 0, people: [] });
  await leave('aud');
  await as('edda').call(setStudioGrants, { params: { userId: ids['nils']! }, body: { grants: [] } });
  const all = await list('edda');
  expect(all.people.map(({ name, isDisabled, items }) => [name, isDisabled, items])).toEqual([
    ['Aud Stone', true, 3],
    ['Nils Aldous', false, 1],
  ]);
  expect(all.items.map(({ title }) => title)).toEqual(['Audit plan', 'Fees', 'Wires', 'Holidays']);
  expect(all).toMatchObject({ total: 4, all: 4 });
  const ofEve = await list('eve', { person: ids['aud']! });
  expect(ofEve.items.map(({ title }) => title)).toEqual(['Fees', 'Wires']);
  expect(ofEve).toMatchObject({ total: 2, all: 3 });
  expect(ofEve.people.map(({ items }) => items)).toEqual([2, 1]);
  expect(await as('abe').fail(listLeftItems, { query: {} })).toMatchObject({ status: 403 });
  expect(await as('ana').fail(listLeftItems, { query: {} })).toMatchObject({ status: 404 });
});

test('all items of a person who left are handed over in one step, which can be undone [DESK-246]', async () => {
  const { as, ids, item, leave, list, ownerOf } = await studio();
  const fees = await item('Fees', 'aud');
  const wires = await item('Wires', 'aud');
  const foreign = await item('Audit plan', 'aud', 'Compliance');
  await leave('aud');
  const body = { id: randomUUID(), toId: ids['eve']!, what: { of: 'Person' as const, personId: ids['aud']! } };
  expect(await as('abe').fail(handOver, { body })).toMatchObject({ status: 403 });
  // Eve can't edit what belongs to another department.
  expect(await as('edda').call(handOver, { body })).toEqual({ handedOver: 2, skipped: 1 });
  expect(await as('edda').call(handOver, { body })).toMatchObject({ handedOver: 2 });
  expect(await as('eve').fail(handOver, { body })).toMatchObject({ status: 409 });
  expect([await ownerOf(fees), await ownerOf(wires), await ownerOf(foreign)]).toEqual([
    'Eve Stone',
    'Eve Stone',
    'Aud Stone',
  ]);
  expect((await list('edda')).items.map(({ title }) => title)).toEqual(['Audit plan']);
  expect((await as('eve').call(listNotifications, {})).map(({ title }) => title)).toEqual(['You now own 2 items']);
  const { items: activity } = await as('edda').call(listStudioActivity, { params: { itemId: fees } });
  expect(activity[0]).toMatchObject({ action: 'news.owner-changed', by: 'Edda Mohr' });
  // What was given on since stays.
  const { version } = await as('edda').call(getOwnership, { params: { itemId: wires } });
  await as('edda').call(saveOwnership, {
    params: { itemId: wires },
    body: { version, ownerId: ids['edda']!, reviewOn: null },
  });
  const params = { handoverId: body.id };
  expect(await as('eve').fail(undoHandover, { params })).toMatchObject({ status: 404 });
  expect(await as('edda').call(undoHandover, { params })).toEqual({ givenBack: 1 });
  expect(await as('edda').fail(undoHandover, { params })).toMatchObject({ status: 409 });
  expect([await ownerOf(fees), await ownerOf(wires)]).toEqual(['Aud Stone', 'Edda Mohr']);
});

test('chosen items are handed over, but none of other departments or of owners who are here [DESK-246]', async () => {
  const { as, ids, item, leave, ownerOf } = await studio();
  const fees = await item('Fees', 'aud');
  const wires = await item('Wires', 'aud');
  const foreign = await item('Audit plan', 'aud', 'Compliance');
  const here = await item('Still here', 'edda');
  await leave('aud');
  const give = (itemIds: string[], toId = ids['eve']!) => ({
    body: { id: randomUUID(), toId, what: { of: 'Items' as const, itemIds } },
  });
  expect(await as('eve').call(handOver, give([fees, foreign, here]))).toEqual({ handedOver: 1, skipped: 0 });
  expect([await ownerOf(fees), await ownerOf(wires), await ownerOf(foreign), await ownerOf(here)]).toEqual([
    'Eve Stone',
    'Aud Stone',
    'Aud Stone',
    'Edda Mohr',
  ]);
  for (const name of ['ana', 'abe', 'aud'])
    expect(await as('edda').fail(handOver, give([wires], ids[name]!))).toMatchObject({
      status: 400,
      issues: [{ path: 'toId' }],
    });
  expect(await as('edda').failWith(handOver, give([]))).toMatchObject({ status: 400 });
});

test('two people who hand over the same items at once give each of them once [DESK-246]', async () => {
  const { as, db, ids, item, leave, list } = await studio();
  for (const title of ['Fees', 'Wires', 'Holidays']) await item(title, 'aud');
  await leave('aud');
  const give = (toId: string) => ({
    body: { id: randomUUID(), toId, what: { of: 'Person' as const, personId: ids['aud']! } },
  });
  const answers = await Promise.all([
    as('edda').call(handOver, give(ids['eve']!)),
    as('adam').call(handOver, give(ids['edda']!)),
  ]);
  expect(answers.map(({ handedOver }) => handedOver).toSorted()).toEqual([0, 3]);
  expect(await list('edda')).toMatchObject({ all: 0 });
  const given = await db.selectFrom('content_handover_items').select('item_id').execute();
  expect(given).toHaveLength(3);
});

test('the list has pages, and a page of a person is one of theirs [DESK-245]', async () => {
  const { ids, item, leave, list } = await studio();
  for (let number = 0; number <= LEFT_ITEMS_PAGE_SIZE; number += 1)
    await item(`Item ${String(number).padStart(2, '0')}`, 'aud');
  await leave('aud');
  const second = await list('edda', { page: '2' });
  expect(second).toMatchObject({ page: 2, pageSize: LEFT_ITEMS_PAGE_SIZE, total: LEFT_ITEMS_PAGE_SIZE + 1 });
  expect(second.items.map(({ title }) => title)).toEqual([`Item ${LEFT_ITEMS_PAGE_SIZE}`]);
  expect(await list('edda', { person: ids['eve']! })).toMatchObject({ total: 0, all: LEFT_ITEMS_PAGE_SIZE + 1 });
});
