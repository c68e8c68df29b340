import { describe, expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { giveDelegation } from '@portico/contracts/acting';
import {
  disableAccount,
  enableAccount,
  getAdminPerson,
  listPeople,
  MAX_ACCOUNT_REASON,
} from '@portico/contracts/admin/people';
import { streamPath } from '@portico/contracts/stream';
import { setStudioGrants } from '@portico/contracts/studio/roles';
import { getCurrentUser } from '@portico/contracts/users';
import { addRememberedBrowser } from '../../testing/rememberedBrowser.ts';
import { listen } from '../../testing/rawHttp.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function withPeople() {
  const portal = await testPortal({ now: new Date('2026-06-10T15:00:00Z') });
  for (const name of ['cora', 'ana', 'nils', 'adam', 'edda']) await portal.as(name).call(getCurrentUser, {});
  const idOf = async (subject: string) =>
    (await portal.db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
  const list = async (query = {}) =>
    (await portal.as('adam').call(listPeople, { query })).items.map(({ name }) => name).toSorted();
  const detailsOf = async (subject: string) =>
    portal.as('adam').call(getAdminPerson, { params: { userId: await idOf(subject) } });
  return { ...portal, idOf, list, detailsOf };
}

const statusOf = async ({ portal, as }: TestPortal, name: string) =>
  (await portal.inject({ url: getCurrentUser.path, headers: await as(name).headers() })).statusCode;

describe('people of the administration', () => {
  test('are filtered by kind, role, fact, state and last sign-in, and sorted by name [DESK-140]', async () => {
    const portal = await withPeople();
    const { db, idOf, list } = portal;
    await db
      .updateTable('users')
      .set({ directory_facts: ['team:Harbor'] })
      .where('id', '=', await idOf('cora'))
      .execute();
    await db
      .updateTable('users')
      .set({ last_sign_in_at: '2026-05-11T15:00:00Z' })
      .where('id', '=', await idOf('nils'))
      .execute();
    await db
      .insertInto('users')
      .values({
        issuer: 'directory',
        subject: 'zoe@portico.test',
        email: 'zoe@portico.test',
        given_name: 'Zoe',
        roles: ['member'],
      })
      .execute();
    expect(await list({ advisorType: 'AdvisorHybrid' })).toEqual(['Ana Brandt']);
    expect(await list({ role: 'admin' })).toEqual(['Adam Vance']);
    expect(await list({ role: 'studio-administrator' })).toEqual(['Adam Vance', 'Edda Mohr']);
    expect(await list({ dimension: 'team', value: 'Harbor' })).toEqual(['Cora Finch']);
    expect(await list({ dimension: 'team', value: 'harbor' })).toEqual([]);
    expect(await list({ signedIn: 'Never' })).toEqual(['Zoe']);
    // 30 days and a moment ago, or not.
    expect(await list({ signedIn: '30' })).not.toContain('Nils Aldous');
    portal.clock.now = new Date('2026-06-10T14:59:59Z');
    expect(await list({ signedIn: '30' })).toContain('Nils Aldous');
    await portal
      .as('adam')
      .call(disableAccount, { params: { userId: await idOf('edda') }, body: { reason: 'Left the firm' } });
    expect(await list({ state: 'Disabled' })).toEqual(['Edda Mohr']);
    expect(await list({ state: 'Active', role: 'studio-administrator' })).toEqual(['Adam Vance']);
    const { items } = await portal.as('adam').call(listPeople, { query: { sort: 'Name' } });
    expect(items.map(({ name }) => name)).toEqual([
      'Adam Vance',
      'Ana Brandt',
      'Cora Finch',
      'Edda Mohr',
      'Nils Aldous',
      'Zoe',
    ]);
    for (const query of [{ role: 'owner' }, { signedIn: '31' }, { state: 'Gone' }, { dimension: 'color', value: 'x' }])
      expect(await portal.as('adam').failWith(listPeople, { query })).toMatchObject({ status: 400 });
  });

  test('have each fact with its source, and roles that were given here or came with the claims [DESK-141]', async () => {
    const { as, db, idOf, detailsOf } = await withPeople();
    const userId = await idOf('ana');
    await db
      .updateTable('users')
      .set({ claim_facts: ['firm:Alder'], directory_facts: ['firm:Birch', 'branch:Boston'] })
      .where('id', '=', userId)
      .execute();
    await as('adam').call(setStudioGrants, {
      params: { userId },
      body: { grants: [{ role: 'author', department: 'Operations' }] },
    });
    await as('ana').call(giveDelegation, {
      body: { delegateId: await idOf('nils'), scopes: ['Tasks'], from: '2026-06-10', until: '2026-07-01' },
    });
    const ana = await detailsOf('ana');
    expect(ana.facts).toEqual([
      { dimension: 'advisorType', value: 'AdvisorHybrid', source: 'Claims' },
      { dimension: 'branch', value: 'Boston', source: 'PeopleFile' },
      { dimension: 'firm', value: 'Alder', source: 'Claims' },
      { dimension: 'role', value: 'member', source: 'Claims' },
      { dimension: 'role', value: 'studio-author', source: 'Portal' },
    ]);
    expect(ana.grants).toEqual([{ role: 'author', department: 'Operations', source: 'Portal' }]);
    expect(ana.delegates).toEqual([{ id: await idOf('nils'), name: 'Nils Aldous', until: '2026-07-01' }]);
    expect((await detailsOf('nils')).actsFor).toEqual([{ id: userId, name: 'Ana Brandt', until: '2026-07-01' }]);
    expect(ana).toMatchObject({
      disabled: null,
      isProvisioned: false,
      apiTokens: 0,
      allowed: { disable: true, enable: false, view: true },
    });
    expect((await detailsOf('edda')).grants).toEqual([{ role: 'administrator', department: null, source: 'Claims' }]);
    expect((await detailsOf('adam')).allowed).toEqual({ disable: false, enable: false, view: false });
    expect(await as('adam').fail(getAdminPerson, { params: { userId: UNKNOWN } })).toMatchObject({ status: 404 });
  });
});

describe('an account', () => {
  test('that is disabled ends sessions and streams, and after it is enabled needs a new sign-in [DESK-142]', async () => {
    const portal = await withPeople();
    const { as, db, idOf, detailsOf } = portal;
    const userId = await idOf('ana');
    await addRememberedBrowser(db, userId, portal.clock.now);
    const port = await listen(portal.portal);
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const stream = await fetch(`http://127.0.0.1:${port}${streamPath}`, {
      headers: await as('ana').headers(),
      signal: stop.signal,
    });
    const isClosed = stream.text().then(
      () => true,
      () => false,
    );
    const body = { reason: ' Left the\u200b firm ' };
    await as('adam').call(disableAccount, { params: { userId }, body });
    expect(await isClosed).toBe(true);
    await expect.poll(() => statusOf(portal, 'ana')).toBe(401);
    expect(await as('ana').fail(getCurrentUser, {})).toMatchObject({ code: 'user_disabled' });
    expect(await statusOf(portal, 'nils')).toBe(200);
    expect(await detailsOf('ana')).toMatchObject({
      isDisabled: true,
      browser: null,
      disabled: { at: '2026-06-10T15:00:00Z', source: 'Portal', by: 'Adam Vance', reason: 'Left the firm' },
      allowed: { disable: false, enable: true, view: false },
    });
    expect(await as('adam').fail(disableAccount, { params: { userId }, body })).toMatchObject({ status: 409 });

    await as('adam').call(enableAccount, { params: { userId }, body: { reason: 'Came back' } });
    // The tokens from before have ended for good.
    await expect.poll(async () => (await as('ana').fail(getCurrentUser, {})).code).toBe('token_expired');
    portal.clock.now = new Date(portal.clock.now.getTime() + HOUR_MS);
    await as('ana').call(getCurrentUser, {});
    expect(await as('adam').fail(enableAccount, { params: { userId }, body })).toMatchObject({ status: 409 });
    const actor = await idOf('adam');
    const entries = await db
      .selectFrom('audit_log')
      .select(['actor_id', 'action', 'details'])
      .where('object_id', '=', userId)
      .where('action', 'in', ['user.disabled', 'user.enabled'])
      .orderBy('id')
      .execute();
    expect(entries).toEqual([
      { actor_id: actor, action: 'user.disabled', details: { reason: 'Left the firm' } },
      { actor_id: actor, action: 'user.enabled', details: { reason: 'Came back' } },
    ]);
  });

  test('is not disabled without a reason, by its owner, or if there is none [DESK-142]', async () => {
    const { as, idOf, detailsOf } = await withPeople();
    const userId = await idOf('ana');
    const disable = (reason: string, id = userId) =>
      as('adam').failWith(disableAccount, { params: { userId: id }, body: { reason } });
    for (const reason of ['', ' \u200b ', 'x'.repeat(MAX_ACCOUNT_REASON + 1)])
      expect(await disable(reason)).toMatchObject({ status: 400 });
    expect(await disable('Me', await idOf('adam'))).toMatchObject({ status: 409 });
    expect(await disable('Nobody', UNKNOWN)).toMatchObject({ status: 404 });
    expect((await detailsOf('ana')).isDisabled).toBe(false);
    await as('adam').call(disableAccount, { params: { userId }, body: { reason: 'x'.repeat(MAX_ACCOUNT_REASON) } });
    expect((await detailsOf('ana')).isDisabled).toBe(true);
  });

  test('that provisioning keeps out is not enabled here, also if it was disabled here before [DESK-143]', async () => {
    const { as, db, idOf, detailsOf } = await withPeople();
    const userId = await idOf('ana');
    const { id } = await db
      .insertInto('scim_users')
      .values({
        data: JSON.stringify({ userName: 'ana' }),
        is_active: false,
        facts: ['firm:Alder'],
        created_at: '2026-06-01T00:00:00Z',
        modified_at: '2026-06-01T00:00:00Z',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await as('adam').call(disableAccount, { params: { userId }, body: { reason: 'Left' } });
    await db.updateTable('users').set({ scim_id: id }).where('id', '=', userId).execute();
    const enable = { params: { userId }, body: { reason: 'Back' } };
    expect(await as('adam').fail(enableAccount, enable)).toMatchObject({ status: 409 });
    expect(await detailsOf('ana')).toMatchObject({
      isProvisioned: true,
      disabled: { source: 'Portal', reason: 'Left' },
      allowed: { enable: false },
    });
    expect((await detailsOf('ana')).facts).toContainEqual({
      dimension: 'firm',
      value: 'Alder',
      source: 'Provisioning',
    });

    const nils = await idOf('nils');
    await db.updateTable('users').set({ scim_id: id }).where('id', '=', nils).execute();
    expect(await detailsOf('nils')).toMatchObject({
      disabled: { source: 'Provisioning', by: null, reason: null },
      allowed: { enable: false },
    });
    expect(await as('adam').fail(enableAccount, { ...enable, params: { userId: nils } })).toMatchObject({
      status: 409,
    });
  });
});
