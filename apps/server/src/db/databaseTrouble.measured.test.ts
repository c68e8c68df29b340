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
/**
 * When a statement on a dead connection is abandoned, in milliseconds: far longer than a busy machine takes to connect.
 */
const DEAD_MS = 5000;

interface Answer {
  status: number;
  retryAfter: unknown;
  code: unknown;
  ms: number;
}

interface Disturbed {
  connection: UnreliableConnection;
  portal: FastifyInstance;
  /** Requests the dashboard; returns the status and how long it took. */
  ask(): Promise<Answer>;
  probe(path: '/healthz' | '/readyz'): Promise<number>;
}

/** A process whose connection to the database can be disturbed. */
async function disturbedPortal({ statementTimeoutMs = 2000, max = POOL_SIZE } = {}): Promise<Disturbed> {
  const connection = await unreliableConnection(shared().url);
  const pool = createPool({ url: connection.url, max, prepare: true, statementTimeoutMs });
  const db = createDb(pool);
  const portal = await createPortal({ ...shared().parts, pool, db });
  onTestFinished(async () => {
    await portal.close();
    await db.destroy();
  });
  const headers = await shared().as('ana').headers();
  return {
    connection,
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

const askConcurrently = ({ ask }: Disturbed, count: number) => Promise.all(Array.from({ length: count }, ask));
const rejected = { status: 503, code: 'unavailable', retryAfter: expect.stringMatching(/^\d+$/) as string };

/** Requests until one succeeds and returns how long that took. */
async function msUntilBack({ ask }: Disturbed): Promise<number> {
  const started = performance.now();
  while ((await ask()).status !== 200) await sleep(50);
  return performance.now() - started;
}

/** Blocks every reader of the content while `work` runs. */
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
  await askConcurrently(disturbed, 8);
  await terminate();
  await sleep(50);
  expect((await disturbed.ask()).status).toBe(200);
  const during = askConcurrently(disturbed, 40);
  await terminate();
  for (const { status } of await during) expect([200, 503]).toContain(status);
  expect(await msUntilBack(disturbed)).toBeLessThan(1000);
});

test('while the database is down, calls get 503 in time and the process is not ready; afterward it serves again [R2, R3, BASE-001, BASE-002]', async () => {
  const disturbed = await disturbedPortal();
  expect((await disturbed.ask()).status).toBe(200);
  await disturbed.connection.become('refused');
  for (let round = 0; round < 3; round += 1) {
    for (const answer of await askConcurrently(disturbed, 10)) {
      expect(answer).toMatchObject(rejected);
      expect(answer.ms).toBeLessThan(6000);
    }
    expect(await disturbed.probe('/healthz')).toBe(200);
    expect(await disturbed.probe('/readyz')).toBe(503);
  }
  await disturbed.connection.become('works');
  expect(await msUntilBack(disturbed)).toBeLessThan(5000);
  expect(await disturbed.probe('/readyz')).toBe(200);
  const during = askConcurrently(disturbed, 20);
  disturbed.connection.reset();
  for (const { status } of await during) expect([200, 503]).toContain(status);
  expect(await msUntilBack(disturbed)).toBeLessThan(1000);
});

test('a call to a silent database is abandoned within six seconds, and calls succeed within five seconds of its return [R2, R3]', async () => {
  const disturbed = await disturbedPortal();
  await askConcurrently(disturbed, 8);
  await disturbed.connection.become('silent');
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
  await disturbed.connection.become('works');
  expect(await msUntilBack(disturbed)).toBeLessThan(5000);
});

test('connections that die silently are never handed out again [R2]', async () => {
  const disturbed = await disturbedPortal({ statementTimeoutMs: DEAD_MS });
  await askConcurrently(disturbed, 8);
  disturbed.connection.abandon();
  const first = await askConcurrently(disturbed, POOL_SIZE);
  for (const { ms } of first) expect(ms).toBeLessThan(2 * DEAD_MS);
  // A busy machine may need more than a call's time to connect, but nobody waits for a statement on a dead connection.
  const after: Answer[] = [];
  const statuses = async () => {
    const answers = await askConcurrently(disturbed, 8);
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
    const crowd = askConcurrently(disturbed, 120);
    await sleep(100);
    // Twenty already wait for each connection, so further calls are rejected without waiting.
    for (const answer of await askConcurrently(disturbed, 30)) {
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
