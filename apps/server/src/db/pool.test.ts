import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../testing/testDatabase.ts';
import { isoInstant, createPool, openAll } from './pool.ts';
import { expectWithin } from '../testing/expectWithin.ts';

/** A proxy between a client and the database; once `isSilent`, it returns nothing. Connections take `openingMs`. */
async function startProxy(url: string) {
  const address = new URL(url);
  const { port, hostname } = new URL(url);
  const state = { isSilent: false, openingMs: 0, url: '' };
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    sockets.push(client, database);
    for (const socket of [client, database]) socket.on('error', () => socket.destroy());
    setTimeout(() => client.pipe(database), state.openingMs);
    database.on('data', (data) => state.isSilent || client.write(data));
    client.on('close', () => database.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  address.port = String((server.address() as AddressInfo).port);
  state.url = address.href;
  return state;
}

test(
  'a query that gets no response fails in time, and the next one gets a working connection',
  { tags: 'timed' },
  async () => {
    const proxy = await startProxy((await testDatabase()).url);
    const pool = createPool({ url: proxy.url, max: 1, prepare: true, statementTimeoutMs: 200 });
    expect((await pool.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
    proxy.isSilent = true;
    const asked = performance.now();
    await expect(pool.query('select $1::int as one', [2])).rejects.toThrow('Connection terminated');
    expectWithin(3000, performance.now() - asked);
    proxy.isSilent = false;
    await expect
      .poll(() =>
        pool.query('select $1::int as one', [3]).then(
          ({ rows }) => rows as unknown[],
          () => [],
        ),
      )
      .toEqual([{ one: 3 }]);
    await pool.end();
  },
);

test('callers beyond the size of the pool wait while its first connections open [OPS-510]', async () => {
  const proxy = await startProxy((await testDatabase()).url);
  proxy.openingMs = 1500;
  const pool = createPool({ url: proxy.url, max: 2, prepare: true, statementTimeoutMs: 2000 });
  const asked = Array.from({ length: 6 }, (_, index) => pool.query<{ n: number }>('select $1::int as n', [index]));
  const answers = await Promise.all(asked);
  expect(answers.map(({ rows }) => rows[0]!.n)).toEqual([0, 1, 2, 3, 4, 5]);
  await pool.end();
});

test('a process that stood still reads the responses that arrived before it gives up waiting [OPS-510]', async () => {
  const pool = createPool({ url: (await testDatabase()).url, max: 1, prepare: true, statementTimeoutMs: 5000 });
  await pool.query('select 1');
  const slow = pool.query('select pg_sleep(0.2)');
  const waiting = pool.query<{ one: number }>('select 1 as one');
  await new Promise((done) => setImmediate(done));
  const until = performance.now() + 1500;
  while (performance.now() < until);
  expect((await waiting).rows).toEqual([{ one: 1 }]);
  await slow;
  await pool.end();
});

test('all connections of a pool can be opened before the first caller; a database that is away is no error [OPS-510]', async () => {
  const pool = createPool({ url: (await testDatabase()).url, max: 4, prepare: true, statementTimeoutMs: 5000 });
  await openAll(pool);
  expect([pool.totalCount, pool.idleCount]).toEqual([4, 4]);
  await pool.end();
  const away = createPool({ url: 'postgres://a@127.0.0.1:1/a', max: 4, prepare: true, statementTimeoutMs: 5000 });
  await openAll(away);
  await away.end();
});

test('a caller waits less than a second while all connections are open and in use [OPS-510]', async () => {
  const pool = createPool({ url: (await testDatabase()).url, max: 1, prepare: true, statementTimeoutMs: 10_000 });
  await pool.query('select 1');
  const slow = pool.query('select pg_sleep(4)');
  await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  await slow;
  await pool.end();
});

test('a caller waits less than a second once the connections that were opening are in use [BASE-080]', async () => {
  const { url } = await testDatabase();
  const pool = createPool({ url, max: 2, prepare: true, statementTimeoutMs: 10_000 });
  const busy = [pool.query('select pg_sleep(2.5)'), pool.query('select pg_sleep(2.5)')];
  const outcomes: string[] = [];
  const note = (outcome: string) => () => void outcomes.push(outcome);
  const waiting = Array.from({ length: 3 }, () =>
    pool.query('select 1').then(note('answered'), ({ message }: Error) => outcomes.push(message)),
  );
  await Promise.all([...busy.map((query) => query.then(note('free'))), ...waiting]);
  const gaveUp = 'timeout exceeded when trying to connect';
  expect(outcomes).toEqual([gaveUp, gaveUp, gaveUp, 'free', 'free']);
  await pool.end();
});

test('callers in a crowd that comes while one connection is idle wait less than a second each [BASE-080]', async () => {
  const pool = createPool({ url: (await testDatabase()).url, max: 2, prepare: true, statementTimeoutMs: 10_000 });
  await pool.query('select 1');
  const outcomes: string[] = [];
  const crowd = ['pg_sleep(2.2)', 'pg_sleep(2.2)', '1', '1', '1'].map((what) =>
    pool.query(`select ${what}`).then(
      () => outcomes.push('answered'),
      ({ message }: Error) => outcomes.push(message),
    ),
  );
  await Promise.all(crowd);
  const gaveUp = 'timeout exceeded when trying to connect';
  expect(outcomes).toEqual([gaveUp, gaveUp, gaveUp, 'answered', 'answered']);
  await pool.end();
});

test('a caller who gave up no longer counts as waiting, so that later callers may wait [BASE-080]', async () => {
  const pool = createPool({ url: (await testDatabase()).url, max: 1, prepare: true, statementTimeoutMs: 10_000 });
  await pool.query('select 1');
  const slow = pool.query('select pg_sleep(2)');
  const waiting = pool.query('select 1');
  await expect.poll(() => pool.waitingCount).toBe(1);
  await expect(waiting).rejects.toThrow('timeout exceeded when trying to connect');
  expect(pool.waitingCount).toBe(0);
  await slow;
  await pool.end();
});

test('a connection that opens for a caller who waited is abandoned if the database does not answer [BASE-081]', async () => {
  const proxy = await startProxy((await testDatabase()).url);
  const limits = { max: 1, prepare: true, statementTimeoutMs: 200, waitTimeoutMs: 2000 };
  const pool = createPool({ url: proxy.url, ...limits });
  await pool.query('select 1');
  proxy.isSilent = true;
  const ask = (number: number) => expect(pool.query('select $1::int', [number])).rejects.toThrow();
  const first = ask(1);
  await new Promise((done) => setImmediate(done));
  await Promise.all([first, ask(2), ask(3)]);
  await expect.poll(() => pool.totalCount).toBe(0);
  await pool.end();
});

test('statements with parameters are prepared once and reuse one plan, except behind a pooler', async () => {
  const { url } = await testDatabase();
  const ask = async (prepare: boolean) => {
    const pool = createPool({ url, max: 1, prepare, statementTimeoutMs: 2000 });
    for (let i = 0; i < 3; i += 1) await pool.query('select $1::int', [i]);
    const { rows } = await pool.query<{ plans: string }>(
      `select generic_plans as plans from pg_prepared_statements where statement = 'select $1::int'`,
    );
    await pool.end();
    return rows;
  };
  expect(await ask(true)).toEqual([{ plans: '3' }]);
  expect(await ask(false)).toEqual([]);
});

test.each([
  ['2026-03-09 14:05:00+00', '2026-03-09T14:05:00Z'],
  ['2026-03-09 14:05:00.123456+00', '2026-03-09T14:05:00.123456Z'],
  ['2026-11-23 09:00:00-05', '2026-11-23T14:00:00Z'],
  ['2026-11-23 22:30:00.5-05', '2026-11-24T03:30:00.5Z'],
  ['2026-03-01 02:15:00+05:45', '2026-02-28T20:30:00Z'],
  ['1890-01-01 00:00:00.25+00:53:28', '1889-12-31T23:06:32.25Z'],
])('the PostgreSQL timestamp %s becomes %s', (text, instant) => {
  expect(isoInstant(text)).toBe(instant);
});
