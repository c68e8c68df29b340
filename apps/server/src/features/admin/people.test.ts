import { describe, expect, test } from 'vitest';
import { countSignIns, endSessions, listPeople, revokeBrowser } from '@portico/contracts/admin/people';
import { getCurrentUser } from '@portico/contracts/users';
import { addRememberedBrowser } from '../../testing/rememberedBrowser.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';

const idOf = async ({ db }: TestPortal, subject: string) =>
  (await db.selectFrom('users').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()).id;
const auditOf = ({ db }: TestPortal, action: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'object_id']).where('action', '=', action).execute();

async function withPeople() {
  const portal = await testPortal();
  for (const name of ['cora', 'ana', 'nils', 'adam']) await portal.as(name).call(getCurrentUser, {});
  const list = (query = {}) => portal.as('adam').call(listPeople, { query });
  return { ...portal, list };
}

describe('people in the administration', () => {
  test('are found by name and listed with their last sign-in and remembered browser [OPS-015]', async () => {
    const portal = await withPeople();
    expect((await portal.list()).total).toBe(4);
    await addRememberedBrowser(portal.db, await idOf(portal, 'ana'), portal.clock.now);
    const { items, total } = await portal.list({ text: 'BRANDT' });
    expect((await portal.list({ text: '\u200bANA\u00a0BRA\u00adNDT\ufeff' })).total).toBe(1);
    expect([total, items]).toEqual([
      1,
      [
        expect.objectContaining({
          name: 'Ana Brandt',
          isDisabled: false,
          sessionsEndedAt: null,
          lastSignInAt: expect.any(String) as string,
          browser: { usedAt: portal.clock.now.toISOString(), expiresAt: expect.any(String) as string },
        }),
      ],
    ]);
    expect((await portal.list({ text: '%' })).total).toBe(0);
    // Shown with her nickname.
    for (const text of ['Cora Finch', 'cordelia finch', 'CÓRA', 'finch c'])
      expect(
        (await portal.list({ text })).items.map(({ name }) => name),
        text,
      ).toEqual(['Cora Finch']);
    expect(await portal.list({ page: '2' })).toMatchObject({ items: [], total: 4 });
  });

  test('lose a remembered browser once, and the audit log records it [OPS-016]', async () => {
    const portal = await withPeople();
    const userId = await idOf(portal, 'ana');
    await addRememberedBrowser(portal.db, userId, portal.clock.now);
    const revoke = { params: { userId } };
    await portal.as('adam').call(revokeBrowser, revoke);
    expect((await portal.list({ text: 'Brandt' })).items[0]!.browser).toBeNull();
    expect(await portal.as('adam').fail(revokeBrowser, revoke)).toMatchObject({ status: 404 });
    const actor = await idOf(portal, 'adam');
    expect(await auditOf(portal, 'browser.revoked')).toEqual([{ actor_id: actor, object_id: userId }]);
  });

  test('have to sign in again as soon as their sessions are ended, and nobody else does [OPS-017]', async () => {
    const portal = await withPeople();
    const userId = await idOf(portal, 'ana');
    // Tokens have whole seconds.
    portal.clock.now = new Date(Math.ceil(portal.clock.now.getTime() / 1000 + 60) * 1000);
    await portal.as('adam').call(endSessions, { params: { userId } });
    await expect
      .poll(
        async () =>
          (await portal.portal.inject({ url: getCurrentUser.path, headers: await portal.as('ana').headers() }))
            .statusCode,
      )
      .toBe(401);
    expect(await portal.as('ana').fail(getCurrentUser, {})).toMatchObject({ code: 'token_expired' });
    await portal.as('nils').call(getCurrentUser, {});
    expect(await auditOf(portal, 'user.sessions-ended')).toEqual([
      { actor_id: await idOf(portal, 'adam'), object_id: userId },
    ]);
    // Renewing a session keeps its start; a new sign-in does not.
    const tokens = async (authTime: number) => {
      const { idToken, accessToken } = await portal.issuer.tokens({ sub: 'ana', auth_time: authTime });
      const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
      return (await portal.portal.inject({ url: getCurrentUser.path, headers })).statusCode;
    };
    const seconds = portal.clock.now.getTime() / 1000;
    portal.clock.now = new Date(portal.clock.now.getTime() + 60_000);
    expect([await tokens(seconds - 30), await tokens(seconds), await tokens(seconds + 30)]).toEqual([401, 401, 200]);
    expect(
      await portal.as('adam').fail(endSessions, { params: { userId: '00000000-0000-4000-8000-000000000000' } }),
    ).toMatchObject({ status: 404 });
  });

  test('are counted by day of sign-in, once a day [OPS-015]', async () => {
    const portal = await withPeople();
    const { days } = await portal.as('adam').call(countSignIns, {});
    expect(days).toHaveLength(30);
    expect(days[0]!.day).toBe(portal.clock.now.toISOString().slice(0, 10));
    expect(days.reduce((sum, { people }) => sum + people, 0)).toBe(4);
    expect(days[5]!.people).toBe(0);
  });
});
