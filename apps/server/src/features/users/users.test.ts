import { expect, test } from 'vitest';
import { getCurrentUser } from '@portico/contracts/users';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal({
  env: { APPLICATION_ADDRESSES: '{"Redtail":"https://crm.example.com/","Fidelity":"https://custodian.example.com"}' },
});

test('a person sees their own names, type and picture, and no other stored data [USER-001, A7]', async () => {
  const { as } = shared();
  expect(await as('ana').call(getCurrentUser, {})).toEqual({
    nickname: null,
    givenName: 'Ana',
    surname: 'Brandt',
    avatarUrl: null,
    advisorType: 'AdvisorHybrid',
    roles: ['member'],
    applications: [],
  });
  expect(await as('cora').call(getCurrentUser, {})).toMatchObject({
    nickname: 'Cora',
    givenName: 'Cordelia',
    surname: 'Finch',
    advisorType: 'AdvisorCorporate',
  });
});

test('a person without any claims gets a valid response [USER-001]', async () => {
  expect(await shared().as('somebody').call(getCurrentUser, {})).toEqual({
    nickname: null,
    givenName: null,
    surname: null,
    avatarUrl: null,
    advisorType: null,
    roles: ['member'],
    applications: [],
  });
});

test('a person learns which roles they have, from claims and from the studio [USER-016]', async () => {
  const { as } = shared();
  const rolesOf = async (name: string) => (await as(name).call(getCurrentUser, {})).roles.toSorted();
  expect(await rolesOf('edda')).toEqual(['editor', 'member', 'overseer', 'studio']);
  expect(await rolesOf('adam')).toEqual(['admin', 'compliance', 'editor', 'member', 'overseer', 'studio']);
});

test("a person's applications have access levels and addresses, in alphabetical order [A5, USER-001, USER-002]", async () => {
  const { as, db } = shared();
  for (const name of ['ana', 'nils']) await as(name).call(getCurrentUser, {});
  const { id } = await db.selectFrom('users').select('id').where('subject', '=', 'ana').executeTakeFirstOrThrow();
  await db
    .insertInto('application_access')
    .values([
      { user_id: id, application: 'Redtail', access_level: 'Access' },
      { user_id: id, application: 'eMoney', access_level: 'ActionRequired' },
      { user_id: id, application: 'Orion', access_level: 'None' },
    ])
    .execute();
  expect((await as('ana').call(getCurrentUser, {})).applications).toEqual([
    { application: 'eMoney', accessLevel: 'ActionRequired', launchUrl: null },
    { application: 'Orion', accessLevel: 'None', launchUrl: null },
    { application: 'Redtail', accessLevel: 'Access', launchUrl: 'https://crm.example.com' },
  ]);
  expect((await as('nils').call(getCurrentUser, {})).applications).toEqual([]);
});
