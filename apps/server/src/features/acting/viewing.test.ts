import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { getActing, giveDelegation } from '@portico/contracts/acting';
import {
  disableAccount,
  endViewing,
  enableAccount,
  startViewing,
  VIEWING_MINUTES,
  VIEWING_PREFIX,
} from '@portico/contracts/admin/people';
import { api } from '@portico/contracts/api';
import { getDocument } from '@portico/contracts/documents';
import { MINUTE_MS } from '@portico/contracts/durations';
import type { Endpoint } from '@portico/contracts/endpoint';
import { getHome } from '@portico/contracts/home';
import { getMenu } from '@portico/contracts/menu';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { streamPath } from '@portico/contracts/stream';
import { listActiveTasks } from '@portico/contracts/todo';
import { getCurrentUser } from '@portico/contracts/users';
import { addJob } from '../../jobs/queue.ts';
import { listen } from '../../testing/rawHttp.ts';
import { asRoute, routePaths } from '../../testing/routePaths.ts';
import { sharedPortal, testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { actingOn, NOW } from './testing/actingPortal.ts';

const shared = sharedPortal({ now: NOW, env: { RATE_LIMIT_PER_MINUTE: '0' } });
const endpoints = Object.entries<Endpoint>(api) as Array<[keyof typeof api, Endpoint]>;
const ID = '6f9b1d4e-0000-4000-8000-000000000000';

/** What an administrator may call while seeing the portal as somebody else, and nothing more. */
const VIEWABLE = [
  'explainAudience',
  'getActing',
  'getContentPage',
  'getCurrentUser',
  'getDocument',
  'getDocumentPreview',
  'getEvent',
  'getHome',
  'getMaintenance',
  'getMenu',
  'getNewsItem',
  'getResource',
  'getWidgets',
  'listCalendarEvents',
  'listCategories',
  'listDepartments',
  'listDocuments',
  'listEventCategories',
  'listNews',
  'listNewsCategories',
  'listPastEvents',
  'listResources',
  'listUpcomingEvents',
  'searchDestinations',
  'searchPortal',
  'suggestSearch',
];

async function view(portal: TestPortal, person: string, viewer = 'adam'): Promise<{ id: string; header: string }> {
  const { idOf } = actingOn(portal);
  await idOf(viewer);
  const { id } = await portal
    .as(viewer)
    .call(startViewing, { params: { userId: await idOf(person) }, body: { reason: 'They don’t see an item' } });
  return { id, header: VIEWING_PREFIX + id };
}

const headersOf = async (portal: TestPortal, name: string, header?: string) => ({
  ...(await portal.as(name).headers()),
  ...(header === undefined ? {} : { 'acting-for': header }),
});

const refused = { status: 403, code: 'forbidden' };

test('each call is closed to an administrator who sees the portal as somebody, except reads of what everyone reads [DESK-145]', async () => {
  const portal = shared();
  const { db } = portal;
  const own = await view(portal, 'ana');
  await actingOn(portal).idOf('nils');
  const send = async ({ method, path }: Pick<Endpoint, 'method' | 'path'>, name: string, header: string) => {
    const answer = await portal.portal.inject({
      method,
      url: path.replaceAll(/:\w+/g, ID),
      headers: await headersOf(portal, name, header),
      ...(method === 'GET' ? {} : { payload: {} }),
    });
    return {
      status: answer.statusCode,
      ...(answer.statusCode < 400 ? {} : { code: answer.json<{ code: string }>().code }),
    };
  };
  const open: string[] = [];
  for (const [name, endpoint] of endpoints) {
    if (endpoint.access === 'anyone') continue;
    const answer = await send(endpoint, 'adam', own.header);
    if (answer.status === 403) expect(answer, name).toEqual(refused);
    else open.push(name);
    // Nobody else can use it, and nothing else is one.
    if (!VIEWABLE.includes(name)) continue;
    for (const [who, header] of [
      ['nils', own.header],
      ['ana', own.header],
      ['adam', VIEWING_PREFIX + randomUUID()],
      ['adam', VIEWING_PREFIX],
      ['adam', `${own.header}' or '1'='1`],
    ] as const)
      expect(await send(endpoint, who, header), `${name}: ${who} with ${header}`).toEqual(refused);
  }
  expect(open.toSorted()).toEqual(VIEWABLE);
  for (const name of VIEWABLE) expect(api[name as keyof typeof api].method, name).toBe('GET');
  // Addresses outside the contract: all closed.
  const known = new Set(endpoints.map(([, { method, path }]) => `${method} ${asRoute(path)}`));
  for (const route of routePaths(portal.portal).filter((one) => !known.has(one) && !one.endsWith('*'))) {
    const [method, path] = route.split(' ') as [Endpoint['method'], string];
    const anonymous = await portal.portal.inject({ method, url: path.replaceAll(':', ID) });
    if (anonymous.statusCode !== 401 || route === `GET ${streamPath}`) continue;
    const answer = await portal.portal.inject({
      method,
      url: path.replaceAll(':', ID),
      headers: await headersOf(portal, 'adam', own.header),
    });
    expect([401, 403], route).toContain(answer.statusCode);
  }
  expect(await db.selectFrom('acts').selectAll().execute()).toEqual([]);
});

describe('an administrator who sees the portal as somebody', () => {
  let portal: TestPortal;
  beforeAll(() => {
    portal = shared();
  });

  test('gets what that person may see, and nothing of their roles or their own [DESK-145]', async () => {
    const { as, make } = portal;
    const { idOf } = actingOn(portal);
    const hers = await make.news({ header: 'For hybrids', audience: ['AdvisorHybrid'] });
    const others = await make.news({ header: 'For corporate advisors', audience: ['AdvisorCorporate'] });
    const { header } = await view(portal, 'ana');
    const read = { 'acting-for': header };
    await as('adam').call(getNewsItem, { params: { newsId: hers } }, read);
    expect(await as('adam').fail(getNewsItem, { params: { newsId: others } }, read)).toMatchObject({ status: 404 });
    const { items } = await as('adam').call(listNews, { query: {} }, read);
    expect(items.map((one) => one.header)).toEqual(['For hybrids']);
    expect(await as('adam').call(getCurrentUser, {}, read)).toMatchObject({ givenName: 'Ana', roles: ['member'] });
    expect(await as('adam').call(getActing, {}, read)).toEqual({
      person: { id: await idOf('ana'), name: 'Ana Brandt', email: null },
      scopes: [],
      until: '2026-06-10',
      viewingEndsAt: '2026-06-10T14:30:00Z',
    });
    expect(await as('adam').fail(listActiveTasks, {}, read)).toMatchObject({
      status: 403,
      detail: 'This isn’t shown while you see the portal as somebody else.',
    });

    // Another administrator has no administration, and no studio.
    const other = await view(portal, 'edda');
    const menu = await as('adam').call(getMenu, {}, { 'acting-for': other.header });
    expect(JSON.stringify(menu)).not.toMatch(/\/admin|\/studio/);
    expect((await as('adam').call(getCurrentUser, {}, { 'acting-for': other.header })).roles).toEqual(['member']);
    // The first one ended, because there is only one at a time.
    expect(await as('adam').fail(getHome, {}, read)).toMatchObject(refused);
  });

  test('leaves no trace in any table but those of the administrator, and no copy in caches [DESK-146]', async () => {
    const { db, portal: server } = portal;
    const { header } = await view(portal, 'ana');
    const { rows: tables } = await portal.pool.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    const counts = async () => {
      const all = await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await portal.pool.query<{ hash: string }>(
            `select coalesce(sum(hashtext(one::text)::bigint), 0)::text as hash from ${name} one`,
          );
          return [name, rows[0]!.hash] as const;
        }),
      );
      return Object.fromEntries(all);
    };
    const before = await counts();
    for (const name of VIEWABLE) {
      const answer = await server.inject({
        url: api[name as keyof typeof api].path.replaceAll(/:\w+/g, ID),
        query: { term: 'hybrids' },
        headers: await headersOf(portal, 'adam', header),
      });
      if (answer.statusCode === 200) expect(answer.headers['cache-control'], name).toBe('no-store');
    }
    expect(await counts()).toEqual(before);
    expect(await db.selectFrom('home_visits').select('user_id').execute()).toEqual([]);
  });
});

test('a viewing ends on request, in time, with the account of the person, and once; each is in the audit log [DESK-147]', async () => {
  const portal = await testPortal({ now: NOW });
  const { as, db, clock } = portal;
  const { idOf } = actingOn(portal);
  const ana = await idOf('ana');
  const first = await view(portal, 'ana');
  const isOpen = async ({ header }: { header: string }) =>
    (await portal.portal.inject({ url: getHome.path, headers: await headersOf(portal, 'adam', header) })).statusCode ===
    200;
  expect(await isOpen(first)).toBe(true);
  const end = { params: { viewingId: first.id } };
  // It is the administrator’s own.
  expect(await as('edda').fail(endViewing, end)).toMatchObject(refused);
  expect(await as('adam').fail(endViewing, { params: { viewingId: ID } })).toMatchObject({ status: 404 });
  await as('adam').call(endViewing, end);
  await as('adam').call(endViewing, end);
  expect(await isOpen(first)).toBe(false);

  const second = await view(portal, 'ana');
  clock.now = new Date(NOW.getTime() + VIEWING_MINUTES * MINUTE_MS - 1);
  await endInTime(portal);
  expect(await isOpen(second)).toBe(true);
  clock.now = new Date(NOW.getTime() + VIEWING_MINUTES * MINUTE_MS);
  expect(await isOpen(second)).toBe(false);
  await endInTime(portal);
  await endInTime(portal);

  const third = await view(portal, 'ana');
  await as('adam').call(disableAccount, { params: { userId: ana }, body: { reason: 'Left' } });
  expect(await isOpen(third)).toBe(false);
  const begin = { params: { userId: ana }, body: { reason: 'Why' } };
  expect(await as('adam').fail(startViewing, begin)).toMatchObject({ status: 409 });
  await as('adam').call(enableAccount, { params: { userId: ana }, body: { reason: 'Back' } });
  expect(await as('adam').fail(startViewing, { ...begin, params: { userId: await idOf('adam') } })).toMatchObject({
    status: 409,
  });
  expect(await as('adam').fail(startViewing, { ...begin, params: { userId: ID } })).toMatchObject({ status: 404 });
  expect(await as('adam').failWith(startViewing, { ...begin, body: { reason: ' ' } })).toMatchObject({ status: 400 });

  const entries = await db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'object_id', 'details'])
    .where('action', 'like', 'viewing.%')
    .orderBy('id')
    .execute();
  const adam = await idOf('adam');
  for (const entry of entries) expect(entry).toMatchObject({ actor_id: adam, object_id: ana });
  expect(
    entries.map(({ action, details }) => [action, (details as Record<string, unknown>)['how'] ?? 'begun']),
  ).toEqual([
    ['viewing.started', 'begun'],
    ['viewing.ended', 'ended'],
    ['viewing.started', 'begun'],
    ['viewing.ended', 'time is over'],
    ['viewing.started', 'begun'],
  ]);
  expect(entries[0]!.details).toMatchObject({ reason: 'They don’t see an item', until: '2026-06-10T14:30:00.000Z' });
});

/** What a worker does each minute. */
async function endInTime(portal: TestPortal): Promise<void> {
  await addJob(portal.db, 'end-viewings', {});
  await portal.runJobs();
}

test('a document that only the person may see is opened by the administrator, and recorded as theirs [DESK-146]', async () => {
  const portal = await testPortal({ now: NOW });
  const { as, db, make } = portal;
  const { idOf } = actingOn(portal);
  await idOf('adam');
  const id = await make.document({ audience: ['AdvisorHybrid'] });
  const { authorization, 'id-token': idToken } = await as('adam').headers();
  const cookie = `access_token=${authorization!.slice('Bearer '.length)}; id_token=${idToken}`;
  const openFile = async () =>
    (await portal.portal.inject({ url: `/media/documents/${id}`, headers: { cookie } })).statusCode;
  expect(await openFile()).toBe(404);
  const { id: viewingId, header } = await view(portal, 'ana');
  await as('adam').call(getDocument, { params: { documentId: id }, query: {} }, { 'acting-for': header });
  expect(await openFile()).toBe(200);
  const entries = await db
    .selectFrom('audit_log')
    .select(['actor_id', 'details'])
    .where('action', 'in', ['document.opened', 'document.downloaded'])
    .execute();
  expect(entries).toEqual([
    { actor_id: await idOf('adam'), details: expect.objectContaining({ viewedAs: await idOf('ana') }) as unknown },
  ]);
  await as('adam').call(endViewing, { params: { viewingId } });
  expect(await openFile()).toBe(404);
});

test('the stream of a viewing follows the person, and is refused once it has ended [DESK-147]', async () => {
  const portal = await testPortal({ now: NOW });
  const { id, header } = await view(portal, 'ana');
  const port = await listen(portal.portal);
  const stop = new AbortController();
  const headers = await headersOf(portal, 'adam', header);
  const open = () => fetch(`http://127.0.0.1:${port}${streamPath}`, { headers, signal: stop.signal });
  const stream = await open();
  expect(stream.status).toBe(200);
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  const heard = (async () => {
    let text = '';
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += part.value;
      if (text.includes('acting')) return true;
    }
    return false;
  })();
  // Something that concerns Ana alone.
  await portal.as('ana').call(giveDelegation, {
    body: {
      delegateId: await actingOn(portal).idOf('nils'),
      scopes: ['Tasks'],
      from: '2026-06-10',
      until: '2026-06-11',
    },
  });
  expect(await heard).toBe(true);
  await portal.as('adam').call(endViewing, { params: { viewingId: id } });
  expect((await open()).status).toBe(403);
  stop.abort();
});
