import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createPortal } from '../app.ts';
import { sharedPortal } from '../testing/testPortal.ts';
import { unreliableConnection, type UnreliableConnection } from '../testing/unreliableConnection.ts';
import { createDb, createPool } from './pool.ts';

const shared = sharedPortal();
const POOL_SIZE = 4;
/** Until a statement on a dead connection is given up, milliseconds: far more than a busy machine takes to connect. */
const DEAD_MS = 5000;

interface Answer {
  status: number;
  retryAfter: unknown;
  code: unknown;
  ms: number;
}

interface Disturbed {
  line: UnreliableConnection;
  portal: FastifyInstance;
  /** Asks for the dashboard; answers the status and how long it took. */
  ask(): Promise<Answer>;
  probe(path: '/healthz' | '/readyz'): Promise<number>;
}

/** A process whose line to the database can be disturbed. */
async function disturbedPortal({ statementTimeoutMs = 2000, max = POOL_SIZE } = {}): Promise<Disturbed> {
  const line = await unreliableConnection(shared().url);
  const pool = createPool({ url: line.url, max, prepare: true, statementTimeoutMs });
  const db = createDb(pool);
  const portal = await createPortal({ ...shared().parts, pool, db });
  onTestFinished(async () => {
    await portal.close();
    await db.destroy();
  });
  const headers = await shared().as('ana').headers();
  return {
    line,
    portal,
    async ask() {
      const started = performance.now();
      const answer = await portal.inject({ url: '/api/v1/home', headers });
      return {
        status: answer.statusCode,
        retryAfter: answer.headers['retry-after'],
        code: answer.json<{ code?: string }>().code,
        ms: performance.now() - started,
      };
    },
    probe: async (path) => (await portal.inject(path)).statusCode,
  };
}

const askAtOnce = ({ ask }: Disturbed, count: number) => Promise.all(Array.from({ length: count }, ask));
const rejected = { status: 503, code: 'unavailable', retryAfter: expect.stringMatching(/^\d+$/) as string };

/** Asks until it works again and answers how long that took. */
async function msUntilBack({ ask }: Disturbed): Promise<number> {
  const started = performance.now();
  while ((await ask()).status !== 200) await sleep(50);
  return performance.now() - started;
}

/** Keeps every reader of the content waiting while `work` runs. */
const whileLocked = (work: () => Promise<void>) =>
  withConnection(shared().url, async (client) => {
    await client.query('begin');
    await client.query('lock table content_items in access exclusive mode');
    await work();
    await client.query('rollback');
  });

test('a slow statement is canceled, and the caller gets 503 with Retry-After [R2]', async () => {
  const disturbed = await disturbedPortal({ statementTimeoutMs: 300 });
  await disturbed.ask();
  await whileLocked(async () => {
    const answer = await disturbed.ask();
    expect(answer).toMatchObject(rejected);
    expect(answer.ms).toBeLessThan(1500);
  });
  expect((await disturbed.ask()).status).toBe(200);
});

test('a connection closed by the database causes at most one 503, and the next call works [R2]', async () => {
  const disturbed = await disturbedPortal();
  const terminate = () =>
    withConnection(shared().url, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      ),
    );
  await askAtOnce(disturbed, 8);
  await terminate();
  await sleep(50);
  expect((await disturbed.ask()).status).toBe(200);
  const during = askAtOnce(disturbed, 40);
  await terminate();
  for (const { status } of await during) expect([200, 503]).toContain(status);
  expect(await msUntilBack(disturbed)).toBeLessThan(1000);
});

test('while the database is down, calls get 503 in time and the process is not ready; afterward it serves again [R2, R3, BASE-001, BASE-002]', async () => {
  const disturbed = await disturbedPortal();
  expect((await disturbed.ask()).status).toBe(200);
  await disturbed.line.become('refused');
  for (let round = 0; round < 3; round += 1) {
    for (const answer of await askAtOnce(disturbed, 10)) {
      expect(answer).toMatchObject(rejected);
      expect(answer.ms).toBeLessThan(6000);
    }
    expect(await disturbed.probe('/healthz')).toBe(200);
    expect(await disturbed.probe('/readyz')).toBe(503);
  }
  await disturbed.line.become('works');
  expect(await msUntilBack(disturbed)).toBeLessThan(5000);
  expect(await disturbed.probe('/readyz')).toBe(200);
  const during = askAtOnce(disturbed, 20);
  disturbed.line.reset();
  for (const { status } of await during) expect([200, 503]).toContain(status);
  expect(await msUntilBack(disturbed)).toBeLessThan(1000);
});

test('a database that goes silent is given up within six seconds, and serves again within five of coming back [R2, R3]', async () => {
  const disturbed = await disturbedPortal();
  await askAtOnce(disturbed, 8);
  await disturbed.line.become('silent');
  const started = performance.now();
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => disturbed.ask()),
    disturbed.probe('/readyz').then((status) => ({ status, ms: performance.now() - started })),
  ]);
  for (const { status, ms } of answers) {
    expect(status).toBe(503);
    expect(ms).toBeLessThan(6000);
  }
  expect(await disturbed.probe('/healthz')).toBe(200);
  await disturbed.line.become('works');
  expect(await msUntilBack(disturbed)).toBeLessThan(5000);
});

test('connections that stay dead without a word do not come back to anyone [R2]', async () => {
  const disturbed = await disturbedPortal({ statementTimeoutMs: DEAD_MS });
  await askAtOnce(disturbed, 8);
  disturbed.line.abandon();
  const first = await askAtOnce(disturbed, POOL_SIZE);
  for (const { ms } of first) expect(ms).toBeLessThan(2 * DEAD_MS);
  // A busy machine may need more than a call's time to connect, but nobody waits for a statement on a dead connection.
  const after: Answer[] = [];
  const statuses = async () => {
    const answers = await askAtOnce(disturbed, 8);
    after.push(...answers);
    return new Set(answers.map(({ status }) => status));
  };
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(new Set([200]));
  expect(Math.max(...after.map(({ ms }) => ms))).toBeLessThan(DEAD_MS);
});

test('while all connections are busy, calls are rejected within a second; afterward they work immediately [R9]', async () => {
  const disturbed = await disturbedPortal();
  await disturbed.ask();
  await whileLocked(async () => {
    const crowd = askAtOnce(disturbed, 120);
    await sleep(100);
    // Twenty wait for each connection already: no one else waits at all.
    for (const answer of await askAtOnce(disturbed, 30)) {
      expect(answer).toMatchObject(rejected);
      expect(answer.ms).toBeLessThan(500);
    }
    const answers = await crowd;
    for (const answer of answers) expect(answer).toMatchObject(rejected);
    expect(answers.filter(({ ms }) => ms > 1500).length).toBeLessThanOrEqual(POOL_SIZE);
    expect(await disturbed.probe('/healthz')).toBe(200);
  });
  expect(await msUntilBack(disturbed)).toBeLessThan(1000);
});
