import { describe, expect, test } from 'vitest';
import {
  changeApplication,
  countApplicationGroup,
  getApplication,
  getPersonApplications,
  listApplicationPeople,
  listApplications,
  listPeopleGroups,
  undoApplicationChange,
} from '@portico/contracts/admin/applications';
import type { ApplicationName } from '@portico/contracts/applications';
import type { CallInput } from '@portico/contracts/endpoint';
import { searchDestinations } from '@portico/contracts/search';
import { getCurrentUser } from '@portico/contracts/users';
import { openGreetedStream } from '../../../testing/streamReader.ts';
import { listen } from '../../../testing/rawHttp.ts';
import { testPortal } from '../../../testing/testPortal.ts';

type Change = CallInput<typeof changeApplication>['body'];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function setup() {
  const portal = await testPortal({
    env: { APPLICATION_ADDRESSES: '{"Redtail":"https://crm.example.com","Orion":"https://orion.example.com"}' },
  });
  const { as, db } = portal;
  for (const name of ['ana', 'cora', 'nils', 'adam']) await as(name).call(getCurrentUser, {});
  const idOf = async (subject: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
  const setBranch = (subject: string, branch: string) =>
    db
      .updateTable('users')
      .set({ directory_facts: [`branch:${branch}`] })
      .where('subject', '=', subject)
      .execute();
  const input = (body: Change, application: ApplicationName) => ({ params: { application }, body });
  return {
    ...portal,
    idOf,
    setBranch,
    change: (body: Change, application: ApplicationName = 'Redtail') =>
      as('adam').call(changeApplication, input(body, application)),
    failToChange: (body: Change) => as('adam').fail(changeApplication, input(body, 'Redtail')),
    detail: (application: ApplicationName = 'Redtail') => as('adam').call(getApplication, { params: { application } }),
    cards: async (name: string) =>
      Object.fromEntries(
        (await as(name).call(getCurrentUser, {})).applications.map((each) => [
          each.application,
          [each.accessLevel, each.launchUrl],
        ]),
      ),
    audited: async () =>
      (await db.selectFrom('audit_log').select(['action', 'details']).orderBy('id').execute()).filter(({ action }) =>
        action.startsWith('application.'),
      ),
  };
}

describe('applications in the administration', () => {
  test('have the address of the setting until another one is given, and again when that is removed [DESK-120, DESK-121]', async () => {
    const { as, change, cards, idOf, audited } = await setup();
    await change({ kind: 'Person', userId: await idOf('ana'), from: null, to: 'Access' });
    const address = async () =>
      (await as('adam').call(listApplications, {})).items.find(({ application }) => application === 'Redtail');
    expect(await address()).toEqual({
      application: 'Redtail',
      address: 'https://crm.example.com',
      settingAddress: 'https://crm.example.com',
      ownAddress: null,
      access: 1,
      actionRequired: 0,
      none: 0,
    });
    const own = await change({ kind: 'Address', from: null, to: ' https://new.example.com/crm/ ' });
    expect(own).toMatchObject({ address: 'https://new.example.com/crm', ownAddress: 'https://new.example.com/crm' });
    expect(await cards('ana')).toEqual({ Redtail: ['Access', 'https://new.example.com/crm'] });
    expect(await as('ana').call(searchDestinations, { query: { term: 'redtail' } })).toMatchObject([
      { kind: 'application', href: 'https://new.example.com/crm' },
    ]);
    await change({ kind: 'Address', from: 'https://new.example.com/crm', to: null });
    expect(await cards('ana')).toEqual({ Redtail: ['Access', 'https://crm.example.com'] });
    expect((await audited()).filter(({ action }) => action === 'application.address-changed')).toMatchObject([
      { details: { application: 'Redtail', from: null, to: 'https://new.example.com/crm' } },
      { details: { from: 'https://new.example.com/crm', to: null } },
    ]);
  });

  test.for([
    'crm.example.com',
    'javascript:alert(1)',
    'ftp://crm.example.com',
    'https://',
    `https://x/${'y'.repeat(1991)}`,
  ])('the address %s is rejected, and nothing changes [DESK-121]', async (to) => {
    const { failToChange, detail } = await setup();
    expect(await failToChange({ kind: 'Address', from: null, to })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
    expect(await detail()).toMatchObject({ ownAddress: null, changes: [] });
  });

  test('an address of 2000 characters is accepted [DESK-121]', async () => {
    const { change } = await setup();
    const to = `https://x/${'y'.repeat(1990)}`;
    expect(await change({ kind: 'Address', from: null, to })).toMatchObject({ address: to });
  });

  test("a person's own access counts before that of their groups, and these before everyone's [DESK-122, DESK-123]", async () => {
    const { change, cards, idOf, setBranch, detail, as } = await setup();
    await setBranch('ana', 'Denver');
    await setBranch('cora', 'Denver');
    const levels = async () =>
      [await cards('ana'), await cards('cora'), await cards('nils')].map((each) => each.Redtail?.[0]);
    await change({ kind: 'Group', fact: '', from: null, to: 'Access' });
    expect(await levels()).toEqual(['Access', 'Access', 'Access']);
    await change({ kind: 'Group', fact: 'branch:Denver', from: null, to: 'None' });
    expect(await levels()).toEqual(['None', 'None', 'Access']);
    // The highest level of several groups.
    await change({ kind: 'Group', fact: 'advisorType:AdvisorHybrid', from: null, to: 'ActionRequired' });
    expect(await levels()).toEqual(['ActionRequired', 'None', 'Access']);
    await change({ kind: 'Person', userId: await idOf('ana'), from: null, to: 'None' });
    await change({ kind: 'Person', userId: await idOf('cora'), from: null, to: 'Access' });
    expect(await levels()).toEqual(['None', 'Access', 'Access']);
    expect(await detail()).toMatchObject({
      access: 3,
      none: 1,
      groups: [
        { fact: '', accessLevel: 'Access', people: 4 },
        { fact: 'advisorType:AdvisorHybrid', accessLevel: 'ActionRequired' },
        { fact: 'branch:Denver', accessLevel: 'None', people: 2 },
      ],
    });
    const people = await as('adam').call(listApplicationPeople, { params: { application: 'Redtail' }, query: {} });
    expect(people.total).toBe(4);
    expect(people.items.find(({ name }) => name === 'Ana Brandt')).toMatchObject({
      accessLevel: 'None',
      ownLevel: 'None',
      groupLevel: 'ActionRequired',
      fact: 'advisorType:AdvisorHybrid',
    });
  });

  test('people are found by name, also without access, and by level [DESK-122]', async () => {
    const { as, change, idOf } = await setup();
    await change({ kind: 'Person', userId: await idOf('nils'), from: null, to: 'ActionRequired' });
    const list = (query: CallInput<typeof listApplicationPeople>['query']) =>
      as('adam').call(listApplicationPeople, { params: { application: 'Redtail' }, query });
    expect(await list({})).toMatchObject({ total: 1, items: [{ ownLevel: 'ActionRequired', fact: null }] });
    expect(await list({ text: 'brandt' })).toMatchObject({
      total: 1,
      items: [{ name: 'Ana Brandt', accessLevel: null }],
    });
    expect((await list({ level: 'Access' })).total).toBe(0);
    expect((await list({ level: 'ActionRequired', text: 'brandt' })).total).toBe(0);
    expect(await list({ page: '2' })).toMatchObject({ total: 1, items: [] });
  });

  test('the people of a group, and those for whom a level would change something, are counted before [DESK-123]', async () => {
    const { as, change, idOf, setBranch } = await setup();
    await setBranch('ana', 'Denver');
    await setBranch('cora', 'Denver');
    await change({ kind: 'Person', userId: await idOf('ana'), from: null, to: 'None' });
    const reach = (query: CallInput<typeof countApplicationGroup>['query']) =>
      as('adam').call(countApplicationGroup, { params: { application: 'Redtail' }, query });
    expect(await reach({ fact: 'branch:Denver', to: 'Access' })).toEqual({ people: 2, changed: 1 });
    expect(await reach({ fact: '', to: 'Access' })).toEqual({ people: 4, changed: 3 });
    await change({ kind: 'Group', fact: 'branch:Denver', from: null, to: 'Access' });
    expect(await reach({ fact: 'branch:Denver' })).toEqual({ people: 2, changed: 1 });
    expect(await reach({ fact: 'branch:Denver', to: 'Access' })).toEqual({ people: 2, changed: 0 });
    expect(await reach({ fact: 'branch:Nowhere', to: 'Access' })).toEqual({ people: 0, changed: 0 });
    expect((await as('adam').call(listPeopleGroups, {})).items).toContainEqual({
      dimension: 'branch',
      fact: 'branch:Denver',
      people: 2,
    });
    expect(
      (await as('adam').call(listPeopleGroups, {})).items.filter(({ dimension }) => dimension === 'person'),
    ).toEqual([]);
  });

  test('a change is undone once, and not after another one of the same [DESK-124]', async () => {
    const { as, change, idOf, cards, detail, audited } = await setup();
    const userId = await idOf('ana');
    const first = (await change({ kind: 'Person', userId, from: null, to: 'Access' })).changes[0]!;
    expect(first).toMatchObject({ kind: 'Person', person: 'Ana Brandt', from: null, to: 'Access', mayUndo: true });
    const second = (await change({ kind: 'Person', userId, from: 'Access', to: 'None' })).changes[0]!;
    const undo = (id: number) => ({ params: { application: 'Redtail' as const, changeId: String(id) } });
    expect(await as('adam').fail(undoApplicationChange, undo(first.id))).toMatchObject({ status: 409 });
    expect((await detail()).changes.map(({ mayUndo }) => mayUndo)).toEqual([true, false]);
    await as('adam').call(undoApplicationChange, undo(second.id));
    expect(await cards('ana')).toMatchObject({ Redtail: ['Access', 'https://crm.example.com'] });
    expect(await as('adam').fail(undoApplicationChange, undo(second.id))).toMatchObject({ status: 409 });
    const undone = await as('adam').call(undoApplicationChange, undo(first.id));
    expect(undone.changes.map(({ undoneBy, mayUndo }) => [undoneBy !== null, mayUndo])).toEqual([
      [true, false],
      [true, false],
    ]);
    expect(await cards('ana')).toEqual({});
    expect((await audited()).map(({ action }) => action)).toEqual([
      'application.access-changed',
      'application.access-changed',
      'application.change-undone',
      'application.change-undone',
    ]);
    const elsewhere = { params: { application: 'Orion' as const, changeId: String(first.id) } };
    expect(await as('adam').fail(undoApplicationChange, elsewhere)).toMatchObject({ status: 404 });
  });

  test('the second of two administrators gets a conflict, and changing to the present value does nothing [DESK-124]', async () => {
    const { change, failToChange, detail, idOf } = await setup();
    const userId = await idOf('ana');
    await change({ kind: 'Person', userId, from: null, to: 'Access' });
    expect(await failToChange({ kind: 'Person', userId, from: null, to: 'None' })).toMatchObject({ status: 409 });
    expect((await change({ kind: 'Person', userId, from: 'Access', to: 'Access' })).changes).toHaveLength(1);
    expect(await failToChange({ kind: 'Person', userId: UNKNOWN, from: null, to: 'Access' })).toMatchObject({
      status: 404,
    });
    for (const fact of ['person:x', 'planet:Mars', 'branch:', 'branch'])
      expect(await failToChange({ kind: 'Group', fact, from: null, to: 'Access' }), fact).toMatchObject({
        status: 400,
      });
    expect((await detail()).groups).toEqual([]);
  });

  test('open portals follow at once, those of one person or of everyone [DESK-125]', async () => {
    const { portal, as, change, idOf } = await setup();
    const url = `http://127.0.0.1:${await listen(portal)}`;
    const open = async (name: string) => openGreetedStream(url, await as(name).headers(), '');
    const [ana, nils] = [await open('ana'), await open('nils')];
    await change({ kind: 'Person', userId: await idOf('ana'), from: null, to: 'Access' });
    await expect.poll(() => ana.topics).toContain('users');
    expect(nils.topics).not.toContain('users');
    await change({ kind: 'Address', from: null, to: 'https://other.example.com' });
    await expect.poll(() => nils.topics).toContain('users');
  });

  test("a person's applications say which group decides [DESK-126]", async () => {
    const { as, change, idOf, setBranch } = await setup();
    await setBranch('ana', 'Denver');
    await change({ kind: 'Group', fact: 'branch:Denver', from: null, to: 'Access' });
    const userId = await idOf('ana');
    const found = await as('adam').call(getPersonApplications, { params: { userId } });
    expect(found).toMatchObject({ id: userId, name: 'Ana Brandt', isDisabled: false });
    expect(found.applications).toHaveLength(13);
    expect(found.applications).toContainEqual({
      application: 'Redtail',
      accessLevel: 'Access',
      ownLevel: null,
      groupLevel: 'Access',
      fact: 'branch:Denver',
    });
    expect(found.applications[0]).toMatchObject({ accessLevel: null, ownLevel: null, groupLevel: null, fact: null });
    expect(await as('adam').fail(getPersonApplications, { params: { userId: UNKNOWN } })).toMatchObject({
      status: 404,
    });
  });
});
