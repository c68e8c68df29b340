import { describe, expect, test } from 'vitest';
import { getCurrentUser } from '@portico/contracts/users';
import { countAudience } from '@portico/contracts/studio/audience';
import { createApi } from '../../app.ts';
import { savePeople } from '../../sign-in/directory/savePeople.ts';
import { addRememberedBrowser } from '../../testing/rememberedBrowser.ts';
import { patchOf, provision, provisionGroup, scimClient } from '../../testing/scimClient.ts';
import { openGreetedStream } from '../../testing/streamReader.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

async function setup() {
  const portal = await testPortal();
  const scim = await scimClient(portal);
  const call = async (claims: { sub: string } & Record<string, unknown>, server = portal.portal) => {
    const { idToken, accessToken } = await portal.issuer.tokens(claims);
    const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    const answer = await server.inject({ url: getCurrentUser.path, headers });
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code, headers };
  };
  return { ...portal, scim, call };
}

const inactive = patchOf({ op: 'replace', path: 'active', value: false });
const active = patchOf({ op: 'replace', path: 'active', value: true });
const peopleOf = ({ db }: TestPortal) =>
  db
    .selectFrom('users')
    .select(['issuer', 'subject', 'email', 'given_name', 'facts', 'disabled_at'])
    .orderBy('created_at')
    .execute();
const emails = [{ value: 'ana@example.com', type: 'work', primary: true }];

describe('people who leave', () => {
  test.for(['PATCH', 'PUT', 'DELETE'] as const)(
    'by %s lose their calls, streams, remembered browsers and feed addresses at once in every process [OPS-311]',
    { tags: 'timed' },
    async (method) => {
      const portal = await setup();
      const { scim, call, db, parts } = portal;
      const id = await provision(scim, 'ana', { externalId: 'ana' });
      const { headers } = await call({ sub: 'ana' });
      const { id: userId } = await db
        .selectFrom('users')
        .select('id')
        .where('subject', '=', 'ana')
        .executeTakeFirstOrThrow();
      const now = portal.clock.now.toISOString();
      await addRememberedBrowser(db, userId, portal.clock.now);
      await db
        .insertInto('feeds')
        .values({ user_id: userId, token_hash: Buffer.alloc(32, 2), created_at: now })
        .execute();
      const other = await createApi({ ...parts });
      const ask = async (server: TestPortal['portal']) =>
        (await server.inject({ url: getCurrentUser.path, headers })).json<{ code?: string }>().code;
      try {
        await portal.portal.listen({ port: 0, host: '127.0.0.1' });
        const stream = await openGreetedStream(portal.portal.listeningOrigin, headers);
        expect([await ask(portal.portal), await ask(other)]).toEqual([undefined, undefined]);
        const body = { PATCH: inactive, PUT: { userName: 'ana', externalId: 'ana', active: false }, DELETE: undefined };
        const started = performance.now();
        await scim(method, `/Users/${id}`, body[method]);
        await stream.ended;
        await expect.poll(() => ask(portal.portal)).toBe('user_disabled');
        await expect.poll(() => ask(other)).toBe('user_disabled');
        expectWithin(5000, performance.now() - started);
      } finally {
        await other.close();
      }
      // A new sign-in is rejected too.
      portal.clock.now = new Date(portal.clock.now.getTime() + 60_000);
      expect(await call({ sub: 'ana' })).toMatchObject({ status: 401, code: 'user_disabled' });
      for (const table of ['remembered_browsers', 'feeds'] as const)
        expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    },
  );

  test('can return once they are active again, with a new sign-in [OPS-312]', async () => {
    const portal = await setup();
    const { scim, call, clock } = portal;
    const id = await provision(scim, 'ana', { externalId: 'ana' });
    const before = await call({ sub: 'ana' });
    expect(before.status).toBe(200);
    await scim('PATCH', `/Users/${id}`, inactive);
    // A PUT without `active` lets nobody back in.
    await scim('PUT', `/Users/${id}`, { userName: 'ana', externalId: 'ana' });
    await expect.poll(async () => (await call({ sub: 'ana' })).code).toBe('user_disabled');
    await scim('PATCH', `/Users/${id}`, active);
    const ask = async () =>
      (await portal.portal.inject({ url: getCurrentUser.path, headers: before.headers })).json<{ code?: string }>()
        .code;
    await expect.poll(ask).toBe('token_expired');
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect((await call({ sub: 'ana' })).status).toBe(200);
    await scim('DELETE', `/Users/${id}`);
    await provision(scim, 'ana', { externalId: 'ana' });
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect((await call({ sub: 'ana' })).status).toBe(200);
  });

  test('cannot get in by a first sign-in, under a new subject, or before they were connected [OPS-313]', async () => {
    const portal = await setup();
    const { scim, call, db } = portal;
    const id = await provision(scim, 'ana', { emails, active: false });
    expect(await call({ sub: 'ana', email: 'Ana@Example.com' })).toMatchObject({ code: 'user_disabled' });
    expect(await call({ sub: 'ana-2', email: 'ana@example.com' })).toMatchObject({ code: 'user_disabled' });
    await scim('PATCH', `/Users/${id}`, active);
    for (const sub of ['ana', 'ana-2'])
      expect(await peopleOf(portal)).toContainEqual(expect.objectContaining({ subject: sub, disabled_at: null }));
    // This row had a different address until now.
    await call({ sub: 'ana-3', email: 'other@example.com' });
    await db.updateTable('users').set({ email: 'ana@example.com' }).where('subject', '=', 'ana-3').execute();
    await scim('DELETE', `/Users/${id}`);
    expect((await peopleOf(portal)).filter(({ email, disabled_at }) => email !== null && disabled_at === null)).toEqual(
      [],
    );
  });

  test('stay out when active again if an operator disabled them [OPS-312]', async () => {
    const portal = await setup();
    const { scim, call, db } = portal;
    const id = await provision(scim, 'ana', { externalId: 'ana' });
    await call({ sub: 'ana' });
    await db
      .updateTable('users')
      .set({ disabled_at: portal.clock.now.toISOString() })
      .where('subject', '=', 'ana')
      .execute();
    await scim('PATCH', `/Users/${id}`, inactive);
    await scim('PATCH', `/Users/${id}`, active);
    expect(await call({ sub: 'ana' })).toMatchObject({ code: 'user_disabled' });
  });
});

describe('provisioned people', () => {
  test('count before they first sign in, and are matched by subject or by trusted address [OPS-314]', async () => {
    const portal = await setup();
    const { scim, call, as } = portal;
    await provision(scim, 'ana', { emails, name: { givenName: 'A.', familyName: 'B.' } });
    await provision(scim, 'nils', { externalId: 'nils-7', displayName: 'Nils Aldous' });
    const total = async () =>
      (await as('edda').call(countAudience, { body: { audience: [], audienceRule: { include: {}, exclude: {} } } }))
        .total;
    const before = await total();
    const all = await peopleOf(portal);
    expect(all).toContainEqual(
      expect.objectContaining({ issuer: 'directory', subject: 'ana@example.com', given_name: 'A.' }),
    );
    await call({ sub: 'a-1', email: 'ANA@example.com', given_name: 'Ana' });
    await call({ sub: 'nils-7', given_name: 'Nils' });
    expect(await total()).toBe(before);
    expect((await peopleOf(portal)).filter(({ issuer }) => issuer === 'directory')).toEqual([]);
    // An address that the provider has not verified does not match.
    await provision(scim, 'cora', { emails: [{ value: 'cora@example.com' }] });
    await call({ sub: 'thief', email: 'cora@example.com', email_verified: false });
    expect((await peopleOf(portal)).filter(({ issuer }) => issuer === 'directory')).toHaveLength(1);
  });

  test('and people from the file coexist: in each dimension, claims take precedence over SCIM, and SCIM over the file [OPS-315]', async () => {
    const portal = await setup();
    const { scim, db } = portal;
    const file = {
      email: 'ana@example.com',
      givenName: 'File',
      surname: 'File',
      advisorType: null,
      facts: ['branch:Denver', 'team:Green'],
    };
    await savePeople(db, [file], { leavers: 'keep' });
    const ana = await provision(scim, 'ana', {
      emails,
      name: { givenName: 'Ana' },
      'urn:portico:params:scim:schemas:extension:audience:1.0:User': { states: ['MA', 'ME'], advisorType: 'Nla' },
    });
    await provisionGroup(scim, 'Blue', [ana]);
    const facts = async () => {
      const [person, ...others] = (await peopleOf(portal)).filter(({ email }) => email === 'ana@example.com');
      expect(others).toEqual([]);
      return [person!.given_name, ...person!.facts.filter((fact) => !/^(?:person|role):/.test(fact))];
    };
    expect(await facts()).toEqual(['Ana', 'advisorType:Nla', 'branch:Denver', 'state:MA', 'state:ME', 'team:Blue']);
    await db
      .updateTable('users')
      .set({ claim_facts: ['state:CO'] })
      .where('email', '=', 'ana@example.com')
      .execute();
    expect(await facts()).toEqual(['Ana', 'advisorType:Nla', 'branch:Denver', 'state:CO', 'team:Blue']);
    // The file neither renames nor removes people managed by SCIM.
    await savePeople(db, [{ ...file, facts: ['branch:Boston'] }], { leavers: 'lose' });
    expect(await facts()).toContain('branch:Boston');
    await savePeople(db, [], { leavers: 'lose' });
    expect(await facts()).toEqual(['Ana', 'advisorType:Nla', 'state:CO', 'team:Blue']);
  });
});
