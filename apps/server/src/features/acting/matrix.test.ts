import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { ActAction, ActingScope, withdrawDelegation } from '@portico/contracts/acting';
import { api } from '@portico/contracts/api';
import type { Endpoint } from '@portico/contracts/endpoint';
import { actingScopes } from '../../http/api/actingScopes.ts';
import { listen, sendRaw } from '../../testing/rawHttp.ts';
import { asRoute, routePaths } from '../../testing/routePaths.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { actingOn, NOW, TODAY } from './testing/actingPortal.ts';

const shared = sharedPortal({ now: NOW, env: { RATE_LIMIT_PER_MINUTE: '0' } });

const endpoints = Object.entries<Endpoint>(api) as Array<[keyof typeof api, Endpoint]>;
const ID = '6f9b1d4e-0000-4000-8000-000000000000';

/** One delegate for each scope that is missing, by their name: they have all the others. */
const without: Record<ActingScope, string> = {
  Duties: 'dan',
  Tasks: 'tom',
  Notices: 'noa',
  Events: 'evi',
  Forms: 'fay',
};
let ana: string;

beforeAll(async () => {
  const portal = shared();
  const { idOf, give } = actingOn(portal);
  ana = await idOf('ana');
  await idOf('stranger');
  await give('nils');
  for (const [scope, name] of Object.entries(without))
    await give(name, { scopes: ActingScope.options.filter((other) => other !== scope) });
  await give('eli', { until: TODAY });
  // Tomorrow, but a moment before midnight in the firm’s zone that is still today.
  portal.clock.now = new Date('2026-06-11T14:00:00Z');
  const { id } = await give('wes', { from: '2026-06-11' });
  await portal.as('ana').call(withdrawDelegation, { params: { delegationId: id } });
});

const send = async ({ method, path }: Pick<Endpoint, 'method' | 'path'>, name: string, header?: string | string[]) => {
  const answer = await shared().portal.inject({
    method,
    url: path.replaceAll(/:\w+/g, ID),
    headers: {
      ...(await shared().as(name).headers()),
      ...(header === undefined ? {} : { 'acting-for': header as string }),
    },
    ...(method === 'GET' ? {} : { payload: {} }),
  });
  return {
    status: answer.statusCode,
    code: answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code,
  };
};

const rowsOfAna = async (): Promise<unknown> => {
  const { db } = shared();
  const count = async (
    table: 'todos' | 'event_registrations' | 'form_entries' | 'saved_entries' | 'delegations' | 'acts',
  ) =>
    (
      await db
        .selectFrom(table)
        .select((row) => row.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const tables = ['todos', 'event_registrations', 'form_entries', 'saved_entries', 'delegations', 'acts'] as const;
  return Promise.all(tables.map(count));
};

test.for(endpoints)('%s is open exactly to delegates with the right for it [ACT-001]', async ([name, endpoint]) => {
  const needed = actingScopes[name];
  if (endpoint.access === 'anyone') {
    // Nobody is signed in there, so there is nobody to act for.
    expect(needed).toBeUndefined();
    return;
  }
  const before = await rowsOfAna();
  const refused = { status: 403, code: 'forbidden' };
  // Calls that need a role answer those without it as ever.
  const isUnknown = endpoint.isHidden && endpoint.access !== 'member';
  const elsewhere = isUnknown ? { status: 404, code: 'not_found' } : refused;
  for (const [who, header] of [
    ['eli', ana],
    ['wes', ana],
    ['stranger', ana],
    ['nils', randomUUID()],
    ['nils', 'ana'],
    ['nils', `${ana}' or '1'='1`],
    ['nils', ''],
    ['nils', await actingOn(shared()).idOf('cora')],
    // Not even for oneself.
    ['ana', ana],
  ] as const)
    expect(await send(endpoint, who, header), `${who} for ${header}`).toEqual(elsewhere);
  if (needed === undefined) expect(await send(endpoint, 'nils', ana)).toEqual(elsewhere);
  else {
    expect(endpoint.access).toBe('member');
    if (needed !== 'Any') expect(await send(endpoint, without[needed], ana)).toEqual(refused);
    expect(await rowsOfAna()).toEqual(before);
    expect(await send(endpoint, 'nils', ana)).not.toMatchObject({ status: 403 });
  }
});

test('changes that can be made for somebody are exactly those that the log can name [ACT-001]', () => {
  const writes = endpoints.filter(([name, { method }]) => method !== 'GET' && actingScopes[name] !== undefined);
  expect(writes.map(([name]) => name).toSorted()).toEqual(ActAction.options.toSorted());
  for (const name of Object.keys(actingScopes)) expect(api).toHaveProperty(name);
});

test('addresses outside the contract are closed to delegates, except the stream, records of confirmations, files of credits and files for forms [ACT-001]', async () => {
  const { portal } = shared();
  const known = new Set(endpoints.map(([, { method, path }]) => `${method} ${asRoute(path)}`));
  const open: string[] = [];
  for (const route of routePaths(portal).filter((one) => !known.has(one) && !one.endsWith('*'))) {
    const [method, path] = route.split(' ') as [Endpoint['method'], string];
    const url = path.replaceAll(':', ID);
    const anonymous = await portal.inject({ method, url });
    // The stream would stay open, and is tested where it is read.
    if (anonymous.statusCode !== 401 || route === 'GET /api/v1/stream') continue;
    const { statusCode } = await portal.inject({
      method,
      url,
      headers: { ...(await shared().as('nils').headers()), 'acting-for': ana },
    });
    // Addresses of the studio do not exist for those without a role.
    if (statusCode !== 403 && statusCode !== 401 && !path.startsWith('/api/v1/studio/')) open.push(route);
  }
  expect(open.toSorted()).toEqual([
    'GET /api/v1/duties/credits/certificates/:',
    'GET /api/v1/duties/credits/record',
    'GET /api/v1/duties/records/:',
    'POST /api/v1/forms/entries/:/files',
  ]);
});

test('a header that is sent twice names nobody [ACT-001]', async () => {
  const port = await listen(shared().portal);
  const headers = { ...(await shared().as('nils').headers()), host: 'localhost', connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const ask = async (...twice: string[]) =>
    (await sendRaw(port, ['GET /api/v1/todo/active HTTP/1.1', ...lines, ...twice, '', ''].join('\r\n'))).status;
  expect(await ask(`acting-for: ${ana}`)).toBe(200);
  expect(await ask(`acting-for: ${ana}`, `acting-for: ${ana}`)).toBe(403);
});
