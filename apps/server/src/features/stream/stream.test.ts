import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sql } from 'kysely';
import { HOUR_MS } from '@portico/contracts/durations';
import { STREAM_HEARTBEAT_MS, streamPath, streamTopics } from '@portico/contracts/stream';
import { getCurrentUser } from '@portico/contracts/users';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { announce, announceToEach, PUSH_CHANNEL } from '../../push/announce.ts';
import { startChildServer } from '../../testing/processes/childServer.ts';
import { listen } from '../../testing/rawHttp.ts';
import { openGreetedStream, openStream } from '../../testing/streamReader.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { startTestIssuer } from '../../testing/testIssuer.ts';
import { testPortal, type TestPortalOptions } from '../../testing/testPortal.ts';
import { unreliableConnection } from '../../testing/unreliableConnection.ts';
import { MAX_STREAMS_PER_PERSON } from './openStreams.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

/** A portal that listens, and helpers to open people's streams. */
async function setup(options: TestPortalOptions = {}) {
  const portal = await testPortal(options);
  const url = `http://127.0.0.1:${await listen(portal.portal)}`;
  const idOf = async (name: string) => {
    await portal.as(name).call(getCurrentUser, {});
    return (await portal.db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  };
  return {
    ...portal,
    url,
    idOf,
    open: async (name: string, query = '') => openGreetedStream(url, await portal.as(name).headers(), query),
  };
}

afterEach(() => {
  vi.useRealTimers();
});

test('a stream starts with a greeting, announces changes for the person or everyone, and is not buffered', async () => {
  const { db, open, idOf } = await setup();
  const [ana, nils, other] = [await open('ana'), await open('nils'), await open('ana')];
  expect(ana.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String) as string,
  });
  expect(ana.headers['content-encoding']).toBeUndefined();
  await announce(db, 'todo', await idOf('ana'));
  await expect
    .poll(() => [ana.topics, other.topics])
    .toEqual([
      ['hello', 'todo'],
      ['hello', 'todo'],
    ]);
  await announce(db, 'notifications', 'everybody');
  await announceToEach(db, 'registrations', [await idOf('nils')]);
  await announceToEach(db, 'registrations', []);
  await expect.poll(() => nils.topics.toSorted()).toEqual(['hello', 'notifications', 'registrations']);
  await expect.poll(() => ana.topics).toEqual(['hello', 'todo', 'notifications']);
});

test('an announcement with a malformed position, topic or recipient is ignored, and the next one arrives [OPS-252]', async () => {
  const { db, open } = await setup();
  const ana = await open('ana');
  const valid = { topic: 'forms', to: 'everybody', at: '12' };
  const malformed = ['', 'twelve', '1.5', '-1', '0x', ' ', '1'.repeat(20), 12, null].map((at) => ({ ...valid, at }));
  for (const payload of [...malformed, { ...valid, topic: '__proto__' }, { ...valid, to: 7 }, [valid], null])
    await sql`select pg_notify(${PUSH_CHANNEL}, ${JSON.stringify(payload)})`.execute(db);
  await announce(db, 'todo', 'everybody');
  await expect.poll(() => ana.topics).toEqual(['hello', 'todo']);
});

test('a stream that opens just after a publication is notified of it, and one that opens later is not [STUDIO-068]', async () => {
  const { db, open } = await setup();
  const first = await open('ana');
  await announce(db, 'content', 'everybody');
  await expect.poll(() => first.topics).toEqual(['hello', 'content']);
  await announce(db, 'notifications', 'everybody');
  await expect.poll(() => first.topics).toEqual(['hello', 'content', 'notifications']);
  expect((await open('nils')).topics.toSorted()).toEqual(['content', 'hello', 'notifications']);
  await sql`update push_changes set changed_at = changed_at - interval '31 seconds'`.execute(db);
  expect((await open('cora')).topics).toEqual(['hello']);
});

/** Waits until positions are higher than all changes so far; transactions of other tests hold them back. */
async function positionsPass(db: Db): Promise<void> {
  const Passed = z.object({ isPast: z.boolean() });
  const arePast = async () =>
    (
      await readRowOrThrow(
        db,
        Passed,
        sql`select pg_snapshot_xmin(pg_current_snapshot()) > max(position) as "isPast" from push_changes`,
      )
    ).isPast;
  await expect.poll(arePast).toBe(true);
}

test('a stream that continues at a position gets exactly what changed for its person since then [OPS-255]', async () => {
  const { db, open, idOf } = await setup();
  const [ana, nils] = [await idOf('ana'), await idOf('nils')];
  await announce(db, 'studio', 'everybody');
  await announce(db, 'forms', ana);
  await positionsPass(db);
  const before = await open('ana');
  const position = before.position();
  before.leave();
  await announce(db, 'todo', ana);
  await announce(db, 'checklists', nils);
  await announceToEach(db, 'content', ['everybody']);
  await positionsPass(db);
  const after = await open('ana', `?since=${position}`);
  expect(after.topics.toSorted()).toEqual(['content', 'hello', 'todo']);
  await announce(db, 'todo', ana);
  await expect.poll(() => after.topics.at(-1)).toBe('todo');
  expect((await open('ana', `?since=${after.position()}`)).topics.toSorted()).toEqual(['hello', 'todo']);
});

test('a change that is committed after a later one is not missed by a page that was disconnected meanwhile [OPS-255]', async () => {
  const { db, open, idOf } = await setup();
  const ana = await idOf('ana');
  const { promise: isOver, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isAnnounced, resolve: announced } = Promise.withResolvers<void>();
  const slow = db.transaction().execute(async (trx) => {
    await announce(trx, 'todo', ana);
    announced();
    await isOver;
  });
  await isAnnounced;
  await announce(db, 'forms', ana);
  const before = await open('ana');
  expect(before.topics).not.toContain('todo');
  before.leave();
  commit();
  await slow;
  const after = await open('ana', `?since=${before.position()}`);
  expect(after.topics).toContain('todo');
});

test('a position of another database, such as before a restore, means that everything may have changed [OPS-255]', async () => {
  const { open } = await setup();
  const { topics } = await open('ana', '?since=9000000000000000000');
  expect(topics.toSorted()).toEqual([...streamTopics].toSorted());
});

test.each(['-1', '1.5', 'x', '', '12345678901234567890', '1%20or%201=1'])(
  'a stream with the malformed position %j is rejected [OPS-255]',
  async (since) => {
    const { url, as } = await setup();
    expect(await openStream(url, await as('ana').headers(), `?since=${since}`)).toBe(400);
  },
);

test("a transaction's announcements are sent once when it commits, and never if it rolls back", async () => {
  const { db, open, idOf } = await setup();
  const [ana, id] = [await open('ana'), await idOf('ana')];
  await db.transaction().execute(async (trx) => {
    await announce(trx, 'forms', id);
    await announce(trx, 'forms', id);
    await sleep(200);
    expect(ana.topics).toEqual(['hello']);
  });
  await expect.poll(() => ana.topics).toEqual(['hello', 'forms']);
  await expect(
    db.transaction().execute(async (trx) => {
      await announce(trx, 'todo', id);
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await announce(db, 'checklists', id);
  await expect.poll(() => ana.topics).toEqual(['hello', 'forms', 'checklists']);
});

test(
  'a stream ends within five seconds after its person is disabled, and others stay open [S7]',
  { tags: 'timed' },
  async () => {
    const { open, db } = await setup();
    const [ana, nils] = [await open('ana'), await open('nils')];
    let isOver = false;
    void nils.ended.then(() => (isOver = true));
    const started = performance.now();
    await db.updateTable('users').set({ disabled_at: new Date().toISOString() }).where('subject', '=', 'ana').execute();
    await ana.ended;
    expectWithin(5000, performance.now() - started);
    expect(isOver).toBe(false);
  },
);

test('only signed-in people get a stream, however it is requested [A1, T12]', async () => {
  const { url, portal, as } = await setup();
  const headers = await as('ana').headers();
  expect(await openStream(url, {})).toBe(401);
  expect(await openStream(url, { authorization: headers['authorization']! })).toBe(401);
  expect(await openStream(url, { ...headers, 'id-token': 'x.y.z' })).toBe(401);
  expect(
    await openStream(url, {}, `?access_token=${headers['authorization']!.slice(7)}&id_token=${headers['id-token']}`),
  ).toBe(401);
  for (const method of ['HEAD', 'POST', 'PUT', 'DELETE'] as const)
    expect((await portal.inject({ method, url: streamPath, headers })).statusCode, method).toBe(404);
  for (const query of ['?topic=x&topic[]=y', '?__proto__[a]=1', `?${'a'.repeat(4000)}`, '?to=everybody'])
    (await openGreetedStream(url, headers, query)).leave();
});

test(`a person has at most ${MAX_STREAMS_PER_PERSON} streams, and can open another when one closes; others are not affected`, async () => {
  const { url, as, open } = await setup();
  const streams = await Promise.all(Array.from({ length: MAX_STREAMS_PER_PERSON }, () => open('ana')));
  expect(await openStream(url, await as('ana').headers())).toBe(429);
  await open('nils');
  streams[0]!.leave();
  await expect.poll(async () => typeof (await openStream(url, await as('ana').headers()))).toBe('object');
});

describe('a quiet stream', () => {
  const goOn = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('sends heartbeats on time and stays open while the person is signed in', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { open } = await setup();
    const ana = await open('ana');
    await goOn(STREAM_HEARTBEAT_MS);
    await expect.poll(ana.beats).toBe(1);
    await goOn(3 * STREAM_HEARTBEAT_MS);
    await expect.poll(ana.beats).toBe(4);
  });

  test('ends when the tokens expire and not earlier [S7]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { open, clock } = await setup();
    const ana = await open('ana');
    let isOver = false;
    void ana.ended.then(() => (isOver = true));
    clock.now = new Date(clock.now.getTime() + HOUR_MS - 1000);
    await goOn(STREAM_HEARTBEAT_MS);
    await expect.poll(ana.beats).toBe(1);
    await sleep(100);
    expect(isOver).toBe(false);
    clock.now = new Date(clock.now.getTime() + 32_000);
    await goOn(STREAM_HEARTBEAT_MS);
    await ana.ended;
  });

  test('ends within a minute after the person is disabled, and stays open while the database is unavailable [S7]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { open, clock, db, pool } = await setup();
    const [ana, nils] = [await open('ana'), await open('nils')];
    const connect = pool.connect.bind(pool);
    pool.connect = (() => Promise.reject(Object.assign(new Error('down'), { code: 'ECONNREFUSED' }))) as never;
    const beat = async () => {
      clock.now = new Date(clock.now.getTime() + STREAM_HEARTBEAT_MS);
      await goOn(STREAM_HEARTBEAT_MS);
    };
    await beat();
    await beat();
    await expect.poll(() => [ana.beats(), nils.beats()]).toEqual([2, 2]);
    await sleep(100);
    await beat();
    await expect.poll(() => ana.beats()).toBe(3);
    pool.connect = connect;
    await db.updateTable('users').set({ disabled_at: clock.now.toISOString() }).where('subject', '=', 'ana').execute();
    for (let passed = 0; passed + STREAM_HEARTBEAT_MS <= 60_000; passed += STREAM_HEARTBEAT_MS) await beat();
    await ana.ended;
    await expect.poll(() => nils.beats()).toBe(6);
  });
});

test('after the connection for announcements was lost, every stream gets exactly what it missed [OPS-255, R2]', async () => {
  const { applicationUrl, db: listenedTo } = await testDatabase();
  const connection = await unreliableConnection(applicationUrl);
  // Listens on another database, so that the portal keeps working while its announcements are cut off.
  const { open, idOf, db } = await setup({ env: { DATABASE_LISTEN_URL: connection.url } });
  const [ana, nils] = [await open('ana'), await open('nils')];
  await connection.become('refused');
  await announce(db, 'todo', await idOf('ana'));
  await sleep(500);
  expect(ana.topics).toEqual(['hello']);
  await connection.become('works');
  await expect.poll(() => ana.topics).toEqual(['hello', 'todo']);
  expect(nils.topics).toEqual(['hello']);
  await announce(listenedTo, 'forms', await idOf('ana'));
  await expect.poll(() => ana.topics).toEqual(['hello', 'todo', 'forms']);
});

test('a silent connection to the database is closed and replaced', async () => {
  const { applicationUrl, db } = await testDatabase();
  const connection = await unreliableConnection(applicationUrl);
  const { open } = await setup({ env: { DATABASE_LISTEN_URL: connection.url } });
  const ana = await open('ana');
  connection.abandon();
  const announcedTopics = async () => {
    await announce(db, 'todo', 'everybody');
    return ana.topics;
  };
  await expect.poll(announcedTopics, { interval: 200 }).toContain('todo');
});

test(
  'announcements cross processes, and a stopping process closes its streams and exits immediately [R4, R5]',
  { tags: 'timed' },
  async () => {
    const database = await testDatabase();
    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
    const headers = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    const start = () => startChildServer({ databaseUrl: database.url, issuer });
    const [leaving, staying] = await Promise.all([start(), start()]);
    const [one, other] = [await openGreetedStream(leaving.url, headers), await openGreetedStream(staying.url, headers)];
    const { id } = await database.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const announced = performance.now();
    await announce(database.db, 'todo', id);
    await expect
      .poll(() => [one.topics, other.topics], { interval: 10 })
      .toEqual([
        ['hello', 'todo'],
        ['hello', 'todo'],
      ]);
    expectWithin(1000, performance.now() - announced);
    const stopped = performance.now();
    leaving.process.kill('SIGTERM');
    await one.ended;
    expect(await leaving.ended).toEqual({ code: 0, signal: null });
    expectWithin(4000, performance.now() - stopped);
    await announce(database.db, 'forms', id);
    await expect.poll(() => other.topics).toEqual(['hello', 'todo', 'forms']);
  },
);
