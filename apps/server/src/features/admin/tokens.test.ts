import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import {
  API_TOKEN_PREFIX,
  createApiToken,
  listApiTokens,
  MAX_ACTIVE_TOKENS,
  MAX_TOKEN_DAYS,
  revokeApiToken,
} from '@portico/contracts/admin/tokens';
import { getCurrentUser } from '@portico/contracts/users';
import { testPortal, type TestPortal, type TestPortalOptions } from '../../testing/testPortal.ts';

const body = { name: 'Entra ID', scopes: ['scim' as const], expiresInDays: 30 };

/** A portal with one call that needs the token's scope and one that needs another scope. */
async function withCalls(options: TestPortalOptions = {}) {
  const portal = await testPortal({
    ...options,
    extend(server) {
      server.get('/for-tokens', { config: { tokenScope: 'scim' } }, (request, reply) => reply.send(request.apiToken));
      server.post('/for-tokens', { config: { tokenScope: 'scim' } }, (_request, reply) => reply.send({}));
      server.get('/for-others', { config: { tokenScope: 'other' as 'scim' } }, (_request, reply) => reply.send({}));
    },
  });
  const create = (more = {}) => portal.as('adam').call(createApiToken, { body: { ...body, ...more } });
  const use = async (secret: string, url = '/for-tokens', headers: Record<string, string> = {}) => {
    const answer = await portal.portal.inject({ url, headers: { authorization: `Bearer ${secret}`, ...headers } });
    return { status: answer.statusCode, challenge: answer.headers['www-authenticate'], ...answer.json<object>() };
  };
  return { ...portal, create, use };
}

const auditOf = ({ db }: TestPortal, action: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'object_id', 'details']).where('action', '=', action).execute();

describe('API tokens', () => {
  test('show their secret once, and the database stores only a digest of it [OPS-321]', async () => {
    const portal = await withCalls();
    const { token, secret } = await portal.create();
    expect(secret).toMatch(new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`));
    expect(token).toMatchObject({
      name: 'Entra ID',
      scopes: ['scim'],
      owner: { name: 'Adam Vance' },
      lastUsedAt: null,
    });
    expect(secret.endsWith(token.ending)).toBe(true);
    expect((await portal.as('adam').call(listApiTokens, {})).items).toEqual([token]);
    const rows = JSON.stringify(await portal.db.selectFrom('api_tokens').selectAll().execute());
    const log = JSON.stringify(await portal.db.selectFrom('audit_log').selectAll().execute());
    for (const text of [rows, log, JSON.stringify(portal.logged)])
      expect(text).not.toContain(secret.slice(API_TOKEN_PREFIX.length));
    expect(await auditOf(portal, 'token.created')).toMatchObject([
      { object_id: token.id, details: { name: 'Entra ID', scopes: 'scim', days: 30 } },
    ]);
  });

  test('allow the calls of their scope, and the error for other calls names the missing scope [OPS-322]', async () => {
    const portal = await withCalls();
    const { token, secret } = await portal.create();
    expect(await portal.use(secret)).toMatchObject({ status: 200, id: token.id, scopes: ['scim'] });
    const [used] = (await portal.as('adam').call(listApiTokens, {})).items;
    // PostgreSQL drops trailing zeros of fractional seconds.
    expect(new Date(used!.lastUsedAt!)).toEqual(portal.clock.now);
    expect(await portal.use(secret, '/for-others')).toMatchObject({
      status: 403,
      code: 'forbidden',
      detail: 'The API token needs the scope other.',
      challenge: 'Bearer realm="portico", error="insufficient_scope", scope="other"',
    });
  });

  test('are rejected with a clear error when missing, wrong, expired or revoked [OPS-322]', async () => {
    const portal = await withCalls();
    const { token, secret } = await portal.create();
    expect((await portal.portal.inject({ url: '/for-tokens' })).json()).toMatchObject({ code: 'token_missing' });
    const other = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
    for (const wrong of [other, 'x', `${API_TOKEN_PREFIX}${'a'.repeat(3000)}`, secret.toUpperCase()])
      expect(await portal.use(wrong), wrong).toMatchObject({
        status: 401,
        code: 'token_malformed',
        challenge: 'Bearer realm="portico", error="invalid_token"',
      });
    portal.clock.now = new Date(portal.clock.now.getTime() + 30 * DAY_MS - 1);
    expect(await portal.use(secret)).toMatchObject({ status: 200 });
    portal.clock.now = new Date(portal.clock.now.getTime() + 1);
    expect(await portal.use(secret)).toMatchObject({ status: 401, code: 'token_expired' });

    const fresh = await portal.create();
    await portal.as('adam').call(revokeApiToken, { params: { tokenId: fresh.token.id } });
    expect(await portal.use(fresh.secret)).toMatchObject({ status: 401, detail: 'The API token was revoked.' });
    expect(await portal.as('adam').fail(revokeApiToken, { params: { tokenId: fresh.token.id } })).toMatchObject({
      status: 404,
    });
    expect(await auditOf(portal, 'token.revoked')).toMatchObject([{ object_id: fresh.token.id }]);
    expect(await portal.use(secret)).toMatchObject({ status: 401 });
    expect(token.id).not.toBe(fresh.token.id);
  });

  test("cannot be used in place of a person's tokens or the other way around, nor sent as cookies [OPS-323]", async () => {
    const portal = await withCalls();
    const { secret } = await portal.create();
    const { authorization, 'id-token': idToken } = await portal.as('adam').headers();
    for (const headers of [{}, { 'id-token': idToken! }, { 'id-token': secret }])
      expect(await portal.use(secret, getCurrentUser.path, headers)).toMatchObject({
        status: 401,
        code: 'token_use',
        detail: 'This call is for people. API tokens are not accepted here.',
      });
    const cookie = `access_token=${secret}; id_token=${secret}`;
    for (const url of ['/for-tokens', '/media/documents/6f9b1d4e-0000-4000-8000-000000000000'])
      expect((await portal.portal.inject({ url, headers: { cookie } })).statusCode, url).toBe(401);
    expect(
      (await portal.portal.inject({ url: '/for-tokens', headers: { authorization, 'id-token': idToken } })).json(),
    ).toMatchObject({ status: 401, code: 'token_malformed' });
  });

  test('expire within a year, have a name and a scope, and number at most a hundred [OPS-321]', async () => {
    const portal = await withCalls();
    const bad = [
      { expiresInDays: 0 },
      { expiresInDays: MAX_TOKEN_DAYS + 1 },
      { expiresInDays: null },
      { name: ' ' },
      { name: 'two\nlines' },
      { scopes: [] },
      { scopes: ['admin'] },
    ];
    for (const wrong of bad)
      expect(
        await portal.as('adam').fail(createApiToken, { body: { ...body, ...wrong } as typeof body }),
      ).toMatchObject({ code: 'invalid_input' });
    await portal.create({ expiresInDays: MAX_TOKEN_DAYS });
    const many = Array.from({ length: MAX_ACTIVE_TOKENS + 5 }, () => portal.as('adam').headers());
    const answers = await Promise.all(
      many.map(async (headers) =>
        portal.portal.inject({ method: 'POST', url: createApiToken.path, headers: await headers, payload: body }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAX_ACTIVE_TOKENS - 1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(6);
  });

  test('each have their own rate limit [OPS-324]', async () => {
    const portal = await withCalls({ env: { RATE_LIMIT_PER_MINUTE: '20' } });
    const [one, other] = [await portal.create(), await portal.create()];
    for (let call = 0; call < 20; call += 1) expect((await portal.use(one.secret)).status).toBe(200);
    expect(await portal.use(one.secret)).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect((await portal.use(other.secret)).status).toBe(200);
  });

  test('are marked when their creator’s account is disabled, and change nothing in read-only mode [OPS-321]', async () => {
    const portal = await withCalls();
    const { secret } = await portal.create();
    await portal.db.updateTable('maintenance').set({ is_read_only: true }).execute();
    const post = { method: 'POST', url: '/for-tokens', headers: { authorization: `Bearer ${secret}` } } as const;
    expect((await portal.portal.inject({ ...post, payload: {} })).json()).toMatchObject({ code: 'read_only' });
    expect((await portal.use(secret)).status).toBe(200);
    await portal.db
      .updateTable('users')
      .set({ disabled_at: portal.clock.now.toISOString() })
      .where('subject', '=', 'adam')
      .execute();
    expect((await portal.use(secret)).status).toBe(200);
    const { idToken, accessToken } = await portal.issuer.tokens({ sub: 'root', 'custom:roles': ['admin'] });
    const answer = await portal.portal.inject({
      url: listApiTokens.path,
      headers: { authorization: `Bearer ${accessToken}`, 'id-token': idToken },
    });
    expect(answer.json()).toMatchObject({ items: [{ owner: { name: 'Adam Vance', isDisabled: true } }] });
  });
});
