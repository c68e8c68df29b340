import { expect, test } from 'vitest';
import { api } from '@portico/contracts/api';
import { testPortal } from '../../testing/testPortal.ts';
import { savePeople, type DirectoryPerson } from './savePeople.ts';

const ana: DirectoryPerson = {
  email: 'ana@x.example',
  givenName: 'A.',
  surname: 'B.',
  advisorType: 'AdvisorIFA',
  facts: ['branch:Boston HQ'],
};

async function directory() {
  const { portal, issuer, db } = await testPortal();
  const signIn = async (claims: Record<string, unknown>) => {
    const { idToken, accessToken } = await issuer.tokens({ sub: 'ana', ...claims });
    const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    expect((await portal.inject({ url: api.getCurrentUser.path, headers })).statusCode).toBe(200);
  };
  const people = () => db.selectFrom('users').select(['id', 'issuer', 'email', 'given_name', 'facts']).execute();
  return { db, signIn, people, issuer: issuer.issuer };
}

test('the first sign-in with an address from the people file takes over its row, including facts and id [AUDIENCE-013]', async () => {
  const { db, signIn, people, issuer } = await directory();
  await savePeople(db, [ana], { leavers: 'keep' });
  const [before] = await people();
  await signIn({ email: 'Ana@X.example', given_name: 'Ana', 'custom:advisorType': 'Nla' });
  const [after, ...others] = await people();
  expect(others).toEqual([]);
  expect(after).toMatchObject({ id: before!.id, issuer, given_name: 'Ana' });
  expect(after!.facts).toEqual(expect.arrayContaining(['branch:Boston HQ', 'advisorType:Nla', `person:${before!.id}`]));
  expect(after!.facts).not.toContain('advisorType:AdvisorIFA');
});

test('an address that the provider has not verified takes over no row [AUDIENCE-013]', async () => {
  const { db, signIn, people } = await directory();
  await savePeople(db, [ana], { leavers: 'keep' });
  await signIn({ email: 'ana@x.example', email_verified: false });
  expect((await people()).map(({ facts }) => facts.includes('branch:Boston HQ')).sort()).toEqual([false, true]);
});

test('people who have signed in get facts and retain what the provider says about them [AUDIENCE-013]', async () => {
  const { db, signIn, people } = await directory();
  await signIn({ email: 'ana@x.example', given_name: 'Ana', 'custom:advisorType': 'Nla' });
  expect(await savePeople(db, [ana], { leavers: 'keep' })).toMatchObject({ added: [], updated: ['ana@x.example'] });
  const [person, ...others] = await people();
  expect(others).toEqual([]);
  expect(person).toMatchObject({ given_name: 'Ana' });
  expect(person!.facts).toEqual(expect.arrayContaining(['branch:Boston HQ', 'advisorType:Nla']));
  await savePeople(db, [], { leavers: 'lose' });
  expect((await people())[0]!.facts).not.toContain('branch:Boston HQ');
});

test('people on a rejected line do not lose their facts [AUDIENCE-012]', async () => {
  const { db, people } = await directory();
  await savePeople(db, [ana], { leavers: 'keep' });
  expect(await savePeople(db, [], { leavers: 'lose', present: [ana.email] })).toMatchObject({ leavers: [] });
  expect(await people()).toHaveLength(1);
});
