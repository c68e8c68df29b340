import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { createApiToken, tokenScopes, type TokenScope } from '@portico/contracts/admin/tokens';
import { getEvent, setRegistration } from '@portico/contracts/events';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { SearchAnswer, searchGroups } from '@portico/contracts/search';
import { serviceItems, serviceReads, type ServiceItem, type ServiceRead } from '@portico/contracts/serviceReads';
import type { AdvisorType } from '@portico/kinds/advisorType';
import { sql } from 'kysely';
import { sharedPortal } from '../../testing/testPortal.ts';
import { saveRule, storedAudience } from '../../visibility/audienceRules.ts';

const shared = sharedPortal();
const scopes = Object.keys(serviceReads) as ServiceRead[];
const kinds = Object.keys(serviceItems) as ServiceItem[];

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

async function get(url: string, secret: string) {
  const answer = await shared().portal.inject({ url, headers: { authorization: `Bearer ${secret}` } });
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<Answer>() };
}

/** A search requires a term. */
const pathOf = (scope: ServiceRead) => serviceReads[scope].path + (scope === 'read:search' ? '?term=everyone' : '');
const read = (scope: ServiceRead, secret: string, query = '') => get(pathOf(scope) + query, secret);
const readItem = (scope: ServiceItem, secret: string, id: string) =>
  get(serviceItems[scope].path.replace(':id', id), secret);

function publish(scope: ServiceItem, item: { header: string; audience?: AdvisorType[]; isDraft?: boolean }) {
  const { make, clock } = shared();
  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
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

/** Addresses an item to all branches but one, a rule that a reader without any facts would match. */
async function excludeBranch(itemId: string): Promise<string> {
  const audience = { audience: [], audienceRule: { include: {}, exclude: { branch: ['Denver'] } } };
  const { db } = shared();
  await saveRule(db, audience);
  await sql`update content_items set audience = ${storedAudience(audience)}::text[] where id = ${itemId}`.execute(db);
  return itemId;
}

test.for(kinds)('%s lists and counts only what is for everyone [OPS-362]', async (scope) => {
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
});

test.for(kinds)('%s reads one item that is for everyone and finds no other [OPS-410]', async (scope) => {
  const secret = await tokenWith(scope);
  const shown = await readItem(scope, secret, await publish(scope, { header: 'For everyone' }));
  expect(shown).toMatchObject({ status: 200, header: 'For everyone' });
  expect(shown.headers['cache-control']).toBe('private, no-cache');
  if (scope !== 'read:documents') expect(shown).toHaveProperty('components');
  const hidden = [
    await publish(scope, { header: 'For some', audience: ['Nla'] }),
    await publish(scope, { header: 'A draft', isDraft: true }),
    await excludeBranch(await publish(scope, { header: 'For all but one branch' })),
    await publish(scope === 'read:news' ? 'read:resources' : 'read:news', { header: 'Another kind' }),
    '00000000-0000-4000-8000-000000000000',
  ];
  for (const id of hidden) expect(await readItem(scope, secret, id)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await readItem(scope, secret, 'first')).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('an event read by a system contains nothing about any person [OPS-410]', async () => {
  const { as, make, clock } = shared();
  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  const eventId = await make.event({
    startsAt: inHours(24),
    endsAt: inHours(25),
    locationType: 'Virtual',
    registration: { capacity: 5 },
  });
  await as('ana').call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } });
  const { registrationStatus, waitingPosition, ...event } = await as('ana').call(getEvent, { params: { eventId } });
  expect([registrationStatus, waitingPosition]).toEqual(['Registered', null]);
  const { status, headers, ...answer } = await readItem('read:events', await tokenWith('read:events'), eventId);
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(answer).toEqual(event);
});

test('a system can revalidate an item by its ETag, until the item is no longer for everyone [OPS-410]', async () => {
  const { as, make, portal, db } = shared();
  const id = await make.news({ header: 'For everyone, today' });
  const url = serviceItems['read:news'].path.replace(':id', id);
  const authorization = `Bearer ${await tokenWith('read:news')}`;
  const { headers, ...answer } = await portal.inject({ url, headers: { authorization } });
  expect(answer.json()).toEqual(await as('ana').call(getNewsItem, { params: { newsId: id } }));
  const again = () => portal.inject({ url, headers: { authorization, 'if-none-match': headers.etag as string } });
  expect((await again()).statusCode).toBe(304);
  await sql`update content_items set audience = '{Nla}' where id = ${id}`.execute(db);
  expect((await again()).statusCode).toBe(404);
});

test('a search by a system finds what is for everyone and nothing else [OPS-411]', async () => {
  const ids: string[] = [];
  for (const scope of kinds) {
    ids.push(await publish(scope, { header: 'Quarterly windfall' }));
    await publish(scope, { header: 'Quarterly windfall', audience: ['Nla'] });
    await publish(scope, { header: 'Quarterly windfall', isDraft: true });
  }
  const secret = await tokenWith('read:search');
  const answer = SearchAnswer.parse(await get(`${serviceReads['read:search'].path}?term=windfall`, secret));
  const found = searchGroups.flatMap((group) => answer[group].results.map(({ id }) => id));
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(await get(`${serviceReads['read:search'].path}?term=x`, secret)).toMatchObject({ status: 400 });
});

test('a scope allows its own calls and no others, and the error names the missing scope [OPS-362]', async () => {
  const items = new Map<ServiceRead, string>();
  for (const kind of kinds) items.set(kind, await publish(kind, { header: 'For everyone' }));
  for (const has of tokenScopes) {
    const secret = await tokenWith(has);
    for (const scope of scopes) {
      const id = items.get(scope);
      for (const answer of [
        await read(scope, secret),
        ...(id ? [await readItem(scope as ServiceItem, secret, id)] : []),
      ])
        expect([has, scope, answer.status, answer.detail]).toEqual(
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

test('an expired token can read neither lists nor items [OPS-410]', async () => {
  const id = await publish('read:news', { header: 'For everyone' });
  const secret = await tokenWith(...tokenScopes);
  const { clock } = shared();
  const before = clock.now;
  try {
    clock.now = new Date(before.getTime() + DAY_MS);
    for (const scope of scopes) expect(await read(scope, secret)).toMatchObject({ status: 401 });
    expect(await readItem('read:news', secret, id)).toMatchObject({ status: 401 });
  } finally {
    clock.now = before;
  }
});

test('people cannot use the calls for systems, nor systems those for people [OPS-362]', async () => {
  const headers = await shared().as('adam').headers();
  for (const url of [...scopes.map(pathOf), ...kinds.map((kind) => serviceItems[kind].path.replace(':id', 'any'))]) {
    expect((await shared().portal.inject({ url, headers })).statusCode).toBe(401);
    expect((await shared().portal.inject({ url })).statusCode).toBe(401);
    expect((await shared().portal.inject({ url, method: 'POST', payload: {} })).statusCode).toBeGreaterThanOrEqual(400);
  }
  const secret = await tokenWith(...tokenScopes);
  const answer = await shared().portal.inject({ url: listNews.path, headers: { authorization: `Bearer ${secret}` } });
  expect(answer.json()).toMatchObject({ status: 401, code: 'token_use' });
});

test('the API description names the API token as the only way to use the calls for systems [OPS-362]', async () => {
  const { paths } = (await shared().portal.inject({ url: '/api/openapi.json' })).json<{
    paths: Record<string, { get: { security: unknown; description: string } }>;
  }>();
  for (const [scope, { path }] of [...Object.entries(serviceReads), ...Object.entries(serviceItems)]) {
    const { security, description } = paths[path.replace(':id', '{id}')]!.get;
    expect(security).toEqual([{ apiToken: [] }]);
    expect(description).toContain(scope);
  }
});
