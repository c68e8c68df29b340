import { expect, test } from 'vitest';
import { createApiToken, tokenScopes, type TokenScope } from '@portico/contracts/admin/tokens';
import { listNews } from '@portico/contracts/news';
import { serviceReads, type ServiceRead } from '@portico/contracts/serviceReads';
import type { AdvisorType } from '@portico/contracts/users';
import { sql } from 'kysely';
import { sharedPortal } from '../../testing/testPortal.ts';
import { saveRule, storedAudience } from '../../visibility/audienceRules.ts';

const shared = sharedPortal();
const scopes = Object.keys(serviceReads) as ServiceRead[];

async function tokenWith(...wanted: TokenScope[]): Promise<string> {
  const body = { name: 'Public website', scopes: wanted, expiresInDays: 1 };
  return (await shared().as('adam').call(createApiToken, { body })).secret;
}

interface Answer {
  items: Array<Record<string, unknown>>;
  total: number;
  detail?: string;
  code?: string;
}

async function read(scope: ServiceRead, secret: string, query = '') {
  const url = serviceReads[scope].path + query;
  const answer = await shared().portal.inject({ url, headers: { authorization: `Bearer ${secret}` } });
  return { status: answer.statusCode, ...answer.json<Answer>() };
}

function publish(scope: ServiceRead, item: { header: string; audience?: AdvisorType[]; isDraft?: boolean }) {
  const { make, clock } = shared();
  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * 3_600_000).toISOString();
  switch (scope) {
    case 'read:news':
      return make.news(item);
    case 'read:resources':
      return make.resource(item);
    case 'read:documents':
      return make.document(item);
    case 'read:events':
      return make.event({ ...item, startsAt: inHours(24), endsAt: inHours(25) });
  }
}

/** Addresses an item to all but one branch, which somebody without any facts would match. */
async function excludeBranch(itemId: string): Promise<void> {
  const audience = { audience: [], audienceRule: { include: {}, exclude: { branch: ['Denver'] } } };
  const { db } = shared();
  await saveRule(db, audience);
  await sql`update content_items set audience = ${storedAudience(audience)}::text[] where id = ${itemId}`.execute(db);
}

test.for(scopes)(
  '%s lists what is for everyone, and neither totals nor items of anything else [OPS-362]',
  async (scope) => {
    const secret = await tokenWith(scope);
    const before = await read(scope, secret);
    const id = await publish(scope, { header: 'For everyone' });
    await publish(scope, { header: 'For some', audience: ['Nla'] });
    await publish(scope, { header: 'A draft', isDraft: true });
    await excludeBranch(await publish(scope, { header: 'For all but one branch' }));
    const answer = await read(scope, secret);
    expect(answer).toMatchObject({ status: 200, total: before.total + 1 });
    expect(answer.items.map((item) => item['id'])).toContain(id);
    expect(new Set(answer.items.map(({ header }) => header))).toEqual(new Set(['For everyone']));
    for (const personal of ['registrationStatus', 'waitingPosition'])
      expect(answer.items[0]).not.toHaveProperty(personal);
    expect(await read(scope, secret, '?pageSize=1')).toMatchObject({ items: [expect.anything()], total: answer.total });
    expect(await read(scope, secret, '?pageSize=0')).toMatchObject({ status: 400, code: 'invalid_input' });
  },
);

test('a scope opens its own call and no other, and says which one is missing [OPS-362]', async () => {
  for (const has of tokenScopes) {
    const secret = await tokenWith(has);
    for (const scope of scopes) {
      const { status, detail } = await read(scope, secret);
      expect([has, scope, status, detail]).toEqual(
        has === scope ? [has, scope, 200, undefined] : [has, scope, 403, `The API token needs the scope ${scope}.`],
      );
    }
    const scim = await shared().portal.inject({
      url: '/scim/v2/Users',
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([has, scim.statusCode]).toEqual([has, has === 'scim' ? 200 : 403]);
  }
});

test('people do not use the calls of systems, nor systems those of people [OPS-362]', async () => {
  const headers = await shared().as('adam').headers();
  for (const scope of scopes) {
    const { path: url } = serviceReads[scope];
    expect((await shared().portal.inject({ url, headers })).statusCode).toBe(401);
    expect((await shared().portal.inject({ url })).statusCode).toBe(401);
    expect((await shared().portal.inject({ url, method: 'POST', payload: {} })).statusCode).toBeGreaterThanOrEqual(400);
  }
  const secret = await tokenWith(...tokenScopes);
  const answer = await shared().portal.inject({ url: listNews.path, headers: { authorization: `Bearer ${secret}` } });
  expect(answer.json()).toMatchObject({ status: 401, code: 'token_use' });
});

test('the description names the API token as the only way into the calls of systems [OPS-362]', async () => {
  const { paths } = (await shared().portal.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, { get: { security: unknown; description: string } }>;
  }>();
  for (const scope of scopes) {
    const { security, description } = paths[serviceReads[scope].path]!.get;
    expect(security).toEqual([{ apiToken: [] }]);
    expect(description).toContain(scope);
  }
});
