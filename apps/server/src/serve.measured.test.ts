import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isReady, startChildServer } from './testing/processes/childServer.ts';
import { contentMaker } from './testing/contentMaker.ts';
import { testDatabase } from './testing/testDatabase.ts';
import { startTestIssuer } from './testing/testIssuer.ts';

async function setup() {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  await contentMaker(database.db, { now: new Date() }).news({ header: 'Kept' });
  const headersOf = async (sub: string) => {
    const { idToken, accessToken } = await issuer.tokens({ sub });
    return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  };
  return { database, headersOf, start: (env = {}) => startChildServer({ databaseUrl: database.url, issuer, env }) };
}

/** One call on a persistent connection; returns the status, or what went wrong. */
const call = (url: string, headers: Record<string, string>, agent: Agent): Promise<number | string> =>
  new Promise((done) => {
    get(url, { headers, agent }, (answer) => {
      answer
        .resume()
        .once('end', () => done(answer.statusCode ?? 0))
        .once('error', (error) => done(error.message));
    }).once('error', (error) => done(error.message));
  });

test(
  'a server saves its compiled code for the next start, even if it is killed later [FAST-002]',
  { timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-compiled-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const { start } = await setup();
    const { process: server, ended } = await start({ NODE_COMPILE_CACHE: folder });
    server.kill('SIGKILL');
    await ended;
    const files = (await readdir(folder, { recursive: true })).map((name) => stat(join(folder, name)));
    const bytes = (await Promise.all(files)).reduce((sum, { size }) => sum + size, 0);
    expect(bytes, 'most of the code').toBeGreaterThan(2_000_000);
  },
);

describe('SIGTERM', () => {
  test(
    'under load loses no calls while another process takes over, and the process exits with 0 within ten seconds [R4, R5]',
    { timeout: 60_000 },
    async () => {
      const { start, headersOf } = await setup();
      const [leaving, staying] = await Promise.all([start(), start()]);
      const headers = await headersOf('ana');
      let target = leaving.url;
      let isOver = false;
      const outcomes: Array<number | string> = [];
      const clients = Array.from({ length: 16 }, async () => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        while (!isOver) outcomes.push(await call(`${target}/api/v1/news`, headers, agent));
        agent.destroy();
      });
      // Acts like a load balancer.
      const balancing = (async () => {
        while (target === leaving.url) {
          await sleep(50);
          if (!(await isReady(leaving.url))) target = staying.url;
        }
      })();
      await expect.poll(() => outcomes.length, { timeout: 20_000 }).toBeGreaterThan(100);
      const before = outcomes.length;
      const stopped = performance.now();
      leaving.process.kill('SIGTERM');
      expect(await leaving.ended).toEqual({ code: 0, signal: null });
      expect(performance.now() - stopped).toBeLessThan(10_000);
      await balancing;
      const finished = outcomes.length;
      await expect.poll(() => outcomes.length, { timeout: 20_000 }).toBeGreaterThan(finished + 50);
      isOver = true;
      await Promise.all(clients);
      expect(finished).toBeGreaterThan(before);
      expect(outcomes.filter((outcome) => outcome !== 200)).toEqual([]);
    },
  );

  test('lets running calls finish, reports not ready immediately, and does not wait for idle connections [R4, R3]', async () => {
    const { start, headersOf, database } = await setup();
    const server = await start({ DATABASE_STATEMENT_TIMEOUT_MS: '5000', SHUTDOWN_GRACE_MS: '300' });
    const headers = await headersOf('ana');
    const [idle, busy] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    expect(await call(`${server.url}/api/v1/home`, headers, idle)).toBe(200);
    const stopped = performance.now();
    await withConnection(database.url, async (client) => {
      await client.query('begin');
      await client.query('lock table content_items in access exclusive mode');
      const inProgress = call(`${server.url}/api/v1/home`, headers, busy);
      await sleep(100);
      server.process.kill('SIGTERM');
      await sleep(100);
      expect(await isReady(server.url)).toBe(false);
      expect(await call(`${server.url}/healthz`, {}, idle)).toBe(200);
      await sleep(1000);
      await client.query('commit');
      expect(await inProgress).toBe(200);
    });
    expect(await server.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - stopped).toBeLessThan(4000);
    for (const agent of [idle, busy]) agent.destroy();
  });
});

test('two processes on one database agree: each shows what the other wrote, and a person is stored once [R5, BASE-011]', async () => {
  const { start, headersOf, database } = await setup();
  const servers = await Promise.all([start(), start()]);
  const headers = await headersOf('ana');
  const people = await Promise.all(
    servers.map(({ url }) =>
      fetch(`${url}/api/v1/users/current`, { headers }).then((answer) => answer.json() as Promise<unknown>),
    ),
  );
  expect(people[0]).toEqual(people[1]);
  expect(await database.db.selectFrom('users').select('subject').execute()).toHaveLength(1);
  await contentMaker(database.db, { now: new Date() }).news({
    header: 'New',
    publishedAt: new Date(Date.now() - 1000).toISOString(),
  });
  for (const { url } of servers)
    expect(await (await fetch(`${url}/api/v1/news`, { headers })).json()).toMatchObject({
      items: [{ header: 'New' }, { header: 'Kept' }],
      total: 2,
    });
});

test('an unhandled rejection is logged once, and the process survives [L7]', async () => {
  const { start } = await setup();
  const rejecting = `process.on('SIGUSR2', () => { Promise.reject(new Error('nobody waits')); });`;
  const {
    url,
    lines,
    process: child,
  } = await start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(rejecting)}` });
  child.kill('SIGUSR2');
  const stray = () =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; error?: { message: string } })
      .filter(({ error }) => error?.message === 'nobody waits');
  await expect.poll(stray, { timeout: 5000 }).toMatchObject([{ level: 'error', msg: 'unhandled error' }]);
  await sleep(200);
  expect(stray()).toHaveLength(1);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});
