import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPortal } from '../../app.ts';
import { createDb, createPool } from '../../db/pool.ts';
import { STATEMENT_TIMEOUT_MS } from '../../testing/globalSetup.ts';
import { listen, sendRaw } from '../../testing/rawHttp.ts';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';
import { mayPrepare } from '../../testing/testDatabase.ts';
import { askWith, tokenPair } from '../../testing/tokenPairs.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

describe('the rate limit', () => {
  const LIMIT = 30;
  const limited = { env: { RATE_LIMIT_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' } };
  const from = (portal: FastifyInstance, address: string, url = '/api/v1/version', headers = {}) =>
    portal.inject({ url, headers: { 'x-forwarded-for': address, ...headers } });
  const times = async <T>(count: number, work: () => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (let i = 0; i < count; i += 1) results.push(await work());
    return results;
  };

  test('allows a person the configured number of calls, then responds with Retry-After, and does not affect others [D6]', async () => {
    const { portal, as } = await testPortal(limited);
    const [ana, nils] = [await as('ana').headers(), await as('nils').headers()];
    const statuses = (await times(LIMIT, () => from(portal, '10.0.0.1', '/api/v1/menu', ana))).map(
      (answer) => answer.statusCode,
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rejected = await from(portal, '10.0.0.99', '/api/v1/home', ana);
    expect(rejected.json()).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await from(portal, '10.0.0.1', '/api/v1/menu', nils)).statusCode).toBe(200);
    expect((await from(portal, '10.0.0.1')).statusCode).toBe(200);
  });

  test('counts signed-out requests of any kind by address, with an IPv6 network as one [D6]', async () => {
    const { portal } = await testPortal(limited);
    const kinds = ['/api/v1/version', '/', '/news', '/assets/nothing.js', '/nothing.js', '/api/nothing'];
    for (let i = 0; i < LIMIT; i += 1)
      expect((await from(portal, '10.0.0.1', kinds[i % kinds.length])).statusCode).toBeLessThan(429);
    for (const url of kinds) expect((await from(portal, '10.0.0.1', url)).statusCode, url).toBe(429);
    for (const url of ['/healthz', '/readyz']) expect((await from(portal, '10.0.0.1', url)).statusCode).toBe(200);
    expect((await from(portal, '10.0.0.2')).statusCode).toBe(200);
    for (let i = 0; i < LIMIT; i += 1) await from(portal, `2001:db8::${i.toString(16)}`);
    expect((await from(portal, '2001:db8:0:0:ffff::1')).statusCode).toBe(429);
    expect((await from(portal, '2001:db8:0:1::1')).statusCode).toBe(200);
  });

  test('counts front-end files separately, with twenty times the limit, so first visits from an office do not block its calls [D6]', async () => {
    const { portal } = await testPortal(limited);
    const file = '/assets/main.js';
    expect(
      new Set((await times(LIMIT * 20, () => from(portal, '10.0.0.1', file))).map((answer) => answer.statusCode)),
    ).toEqual(new Set([200]));
    expect((await from(portal, '10.0.0.1', file)).statusCode).toBe(429);
    expect((await from(portal, '10.0.0.1')).statusCode).toBe(200);
    expect((await from(portal, '10.0.0.2', file)).statusCode).toBe(200);
  });

  test('trusts X-Forwarded-For only from listed proxies [D6, A9]', async () => {
    const { portal } = await testPortal({ env: { RATE_LIMIT_PER_MINUTE: '5' } });
    await times(5, () => from(portal, `10.0.0.${Math.random()}`));
    expect((await from(portal, '10.9.9.9')).statusCode).toBe(429);
  });

  test('stops a flood of bad tokens without affecting people behind the same address [D6]', async () => {
    const portal = await testPortal(limited);
    const good = await portal.as('ana').headers();
    const bad = () =>
      from(portal.portal, '10.0.0.1', '/api/v1/home', { authorization: 'Bearer a.b.c', 'id-token': 'd.e.f' });
    expect(new Set((await times(LIMIT, bad)).map((answer) => answer.statusCode))).toEqual(new Set([401]));
    const rejected = await bad();
    expect(rejected.json()).toMatchObject({ status: 429 });
    expect(rejected.headers['retry-after']).toBeDefined();
    expect((await from(portal.portal, '10.0.0.1', '/api/v1/home', good)).statusCode).toBe(200);
  });

  test('is never reached by ten tabs that poll four resources a minute [D6]', async () => {
    const { portal, as } = await testPortal();
    const headers = await as('ana').headers();
    const answers = await times(40, () => portal.inject({ url: '/api/v1/users/current', headers }));
    expect(Number(answers.at(-1)!.headers['x-ratelimit-remaining'])).toBeGreaterThan(5000);
  });
});

describe('slow clients', () => {
  const shared = sharedPortal();

  test(
    'are cut off if the header does not arrive within ten seconds, without affecting others [D4]',
    { tags: 'timed' },
    async () => {
      const portal = await createPortal(shared().parts);
      onTestFinished(() => portal.close());
      const port = await listen(portal);
      expect(portal.server).toMatchObject({
        headersTimeout: 10_000,
        requestTimeout: 900_000,
        keepAliveTimeout: 72_000,
        maxConnections: 10_000,
      });
      expect(portal.server.keepAliveTimeout).toBeLessThanOrEqual(75_000);
      // Node reads the setting every second, so the test need not wait ten seconds.
      portal.server.headersTimeout = 1000;

      const slow = Array.from({ length: 100 }, () => connect(port, '127.0.0.1'));
      for (const socket of slow) socket.on('error', () => {}).write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      const dripping = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('a')), 1000);
      onTestFinished(() => clearInterval(dripping));
      const silent = sendRaw(port, '');
      const cut = sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n');

      const pair = await tokenPair(shared());
      const durations: number[] = [];
      for (let i = 0; i < 30; i += 1) {
        const started = performance.now();
        expect((await askWith({ ...shared(), portal }, pair)).statusCode).toBe(200);
        durations.push(performance.now() - started);
        await sleep(10);
      }
      expectWithin(250, durations.sort((a, b) => a - b)[15]!);
      const answer = await cut;
      expect(answer.status).toBe(408);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'request_timeout' });
      expectWithin(3500, answer.ms);
      expectWithin(3500, (await silent).ms);
      await expect.poll(() => slow.every((socket) => socket.destroyed || socket.readableEnded)).toBe(true);
    },
  );
});

test('a process that falls behind rejects calls, reports it to load balancers, and recovers within seconds [R9, R3, BASE-017]', async () => {
  const { portal } = await testPortal({ env: { MAX_EVENT_LOOP_DELAY_MS: '300' } });
  const statusOf = async (url: string) => (await portal.inject(url)).statusCode;
  const readiness = async () => {
    const answer = await portal.inject('/readyz');
    return { statusCode: answer.statusCode, ...answer.json<{ status: string }>() };
  };
  await expect.poll(readiness).toEqual({ statusCode: 200, status: 'ready' });
  // Busy work that blocks everything else.
  const busy = setInterval(() => {
    const until = performance.now() + 900;
    while (performance.now() < until);
  }, 1);
  const rejection = async () => {
    const { statusCode, headers } = await portal.inject('/api/v1/version');
    return { statusCode, retryAfter: headers['retry-after'] };
  };
  await expect.poll(rejection, { interval: 1 }).toEqual({ statusCode: 503, retryAfter: '1' });
  const opened = async () => {
    const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const answer = await portal.inject({ url: '/news', headers });
    return { statusCode: answer.statusCode, type: answer.headers['content-type'], body: answer.body };
  };
  await expect.poll(opened, { interval: 1 }).toEqual({
    statusCode: 503,
    type: 'text/html; charset=utf-8',
    body: expect.stringMatching(/<h1>Portico is very busy right now<\/h1>[^]*<a href="">Try again<\/a>/),
  });
  // It stays in the load balancer, because it may be the only process.
  await expect.poll(readiness, { interval: 1 }).toEqual({ statusCode: 200, status: 'overloaded' });
  clearInterval(busy);
  expect(await statusOf('/healthz')).toBe(200);
  await expect.poll(() => statusOf('/api/v1/version')).toBe(200);
  await expect.poll(readiness).toEqual({ statusCode: 200, status: 'ready' });
});

test('a process whose connections are all in use is overloaded, not unable to serve [R9, BASE-002]', async () => {
  const { parts, portalUrl } = await testPortal();
  // The test pool waits half a minute for a connection.
  const pool = createPool({
    url: portalUrl,
    max: 2,
    prepare: mayPrepare(),
    behindPooler: !mayPrepare(),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const db = createDb(pool);
  const portal = await createPortal({ ...parts, pool, db });
  onTestFinished(async () => {
    await portal.close();
    await db.destroy();
  });
  const clients = await Promise.all(Array.from({ length: 2 }, () => pool.connect()));
  const asked = portal.inject('/readyz');
  // The database serves other clients in the meantime.
  await expect.poll(() => pool.waitingCount).toBe(1);
  await clients[0]!.query('select 1');
  const answer = await asked;
  expect({ statusCode: answer.statusCode, body: answer.json<unknown>() }).toEqual({
    statusCode: 200,
    body: { status: 'overloaded' },
  });
  for (const client of clients) client.release();
  expect((await portal.inject('/readyz')).json()).toEqual({ status: 'ready' });
});
