import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '@portico/dev-database/databases';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Dependencies } from '../dependencies.ts';
import { createDb, createPool } from '../db/pool.ts';
import { runChild } from '../testing/childServer.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';
import { addJob, addJobs } from './queue.ts';
import { keepWorking, type Jobs } from './worker.ts';

async function setup() {
  const database = await testDatabase();
  const asOwner = (text: string) =>
    withConnection(database.url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
  await asOwner(
    'create table job_marks (job int not null, what text not null, pid int not null, at timestamptz not null default clock_timestamp())',
  );
  const marks = async (what: string) =>
    (
      await sql<{ job: number; pid: number }>`select job, pid from job_marks where what = ${what} order by at`.execute(
        database.db,
      )
    ).rows;
  return {
    ...database,
    asOwner,
    marks,
    startWorker: () => runChild('testing/jobWorker.ts', { DATABASE_URL: database.applicationUrl }),
    /** As if so many seconds had gone by since everybody spoke, and since jobs were begun. */
    letTimePass: (seconds: number) =>
      asOwner(`
      update job_workers set seen_at = seen_at - interval '${seconds} s';
      update graphile_worker._private_jobs set locked_at = locked_at - interval '${seconds} s' where locked_at is not null`),
    waiting: async () =>
      Number(
        (await sql<{ count: string }>`select count(*) from graphile_worker.jobs`.execute(database.db)).rows[0]!.count,
      ),
  };
}

/** A worker in this process, on a database that may be away. */
function workerHere(url: string, tasks: Jobs['tasks']) {
  const pool = createPool({ url, max: 6, prepare: false, statementTimeoutMs: 5000 });
  pool.on('error', () => {});
  const worker = keepWorking({ tasks, timed: [] }, {
    pool,
    db: createDb(pool),
    logger: pino({ level: 'silent' }),
  } as unknown as Dependencies);
  onTestFinished(async () => {
    await worker.stop();
    void pool.end();
  });
  return worker;
}

test('two processes do each of a thousand jobs once, between them [R5]', { timeout: 60_000 }, async () => {
  const { db, startWorker, marks, waiting } = await setup();
  const workers = [startWorker(), startWorker()];
  await expect.poll(() => workers.every(({ lines }) => lines.includes('working')), { timeout: 15_000 }).toBe(true);
  await addJobs(
    db,
    'count',
    Array.from({ length: 1000 }, (_, job) => ({ payload: { job }, key: `count:${job}` })),
  );
  await expect.poll(waiting, { timeout: 40_000 }).toBe(0);
  const done = await marks('done');
  expect(done.map(({ job }) => job).sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, job) => job));
  expect(await marks('begun')).toHaveLength(1000);
  expect(new Set(done.map(({ pid }) => pid)).size).toBe(2);
});

test(
  'what a killed worker has begun is done by another, and what a living one does is left to it [R1, R5]',
  { timeout: 60_000 },
  async () => {
    const { db, startWorker, marks, letTimePass } = await setup();
    const doomed = startWorker();
    await addJob(db, 'count', { job: 1, ms: 60_000 });
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(1);
    doomed.process.kill('SIGKILL');
    await doomed.ended;
    const living = startWorker();
    await addJob(db, 'count', { job: 2, ms: 20_000 });
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(2);
    await letTimePass(60);
    await expect
      .poll(async () => (await marks('begun')).filter(({ job }) => job === 1), { timeout: 25_000 })
      .toHaveLength(2);
    const third = startWorker();
    await letTimePass(20);
    await expect
      .poll(async () => (await marks('done')).filter(({ job }) => job === 2), { timeout: 40_000 })
      .toEqual([{ job: 2, pid: living.process.pid }]);
    expect((await marks('begun')).filter(({ job }) => job === 2)).toHaveLength(1);
    third.process.kill('SIGTERM');
    expect(await third.ended).toEqual({ code: 0, signal: null });
  },
);

test('a worker that starts before its database waits for it', { timeout: 30_000 }, async () => {
  const { db, applicationUrl } = await setup();
  const line = await unreliableConnection(applicationUrl);
  await line.become('refused');
  let isDone = false;
  workerHere(line.url, {
    async ring() {
      isDone = true;
    },
  });
  await addJob(db, 'ring', {});
  await sleep(1000);
  expect(isDone).toBe(false);
  await line.become('works');
  await expect.poll(() => isDone, { timeout: 15_000 }).toBe(true);
});

test('a database that goes away is waited for, and then jobs are done again', { timeout: 40_000 }, async () => {
  const { db, applicationUrl, marks } = await setup();
  const line = await unreliableConnection(applicationUrl);
  const worker = runChild('testing/jobWorker.ts', { DATABASE_URL: line.url });
  const done = async () => (await marks('done')).map(({ job }) => job);
  await addJob(db, 'count', { job: 1 });
  await expect.poll(done, { timeout: 15_000 }).toEqual([1]);
  await line.become('refused');
  await sleep(3000);
  await addJob(db, 'count', { job: 2 });
  await line.become('works');
  await expect.poll(done, { timeout: 25_000 }).toEqual([1, 2]);
  expect(worker.process.exitCode).toBeNull();
});

test.for(['refused', 'silent'] as const)(
  'a stop while the database is %s does not hang [R4]',
  { timeout: 20_000 },
  async (state) => {
    const { applicationUrl } = await setup();
    const line = await unreliableConnection(applicationUrl);
    await line.become(state);
    const worker = workerHere(line.url, {});
    await sleep(500);
    const stopped = performance.now();
    await worker.stop();
    expect(performance.now() - stopped).toBeLessThan(8000);
  },
);

test('a stop lets a job finish; one that takes too long is given back at once [R4]', { timeout: 30_000 }, async () => {
  const { db, applicationUrl } = await setup();
  const done: string[] = [];
  const tasks = {
    async short() {
      await sleep(1000);
      done.push('short');
    },
    async endless() {
      await new Promise(() => {});
    },
  };
  const first = workerHere(applicationUrl, { short: tasks.short });
  await addJob(db, 'short', {});
  const locked = async () =>
    (await sql`select 1 from graphile_worker.jobs where locked_by is not null`.execute(db)).rows.length;
  await expect.poll(locked, { timeout: 10_000, interval: 20 }).toBe(1);
  await first.stop();
  expect(done).toEqual(['short']);
  const second = workerHere(applicationUrl, { endless: tasks.endless });
  await addJob(db, 'endless', {});
  await expect.poll(locked, { timeout: 10_000 }).toBe(1);
  const stopped = performance.now();
  await second.stop();
  expect(performance.now() - stopped).toBeLessThan(8000);
  expect(await locked()).toBe(0);
});
