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
import { runDueJobs, startWorker, checkedTasks, type Jobs } from './worker.ts';

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
    startWorkerProcess: () => runChild('testing/jobWorker.ts', { DATABASE_URL: database.applicationUrl }),
    /** Adds jobs that only these tests have. */
    addJobs: (name: string, payloads: object[]) =>
      sql`select count(graphile_worker.add_job(${name}, payload := payload))
        from json_array_elements(${JSON.stringify(payloads)}::json) payload`.execute(database.db),
    /** As if every heartbeat and every start of a job were this many seconds older. */
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

/** A worker in this process, on a database that may be unreachable. */
function workerInThisProcess(url: string, tasks: Jobs['tasks']) {
  const pool = createPool({ url, max: 6, prepare: false, statementTimeoutMs: 5000 });
  pool.on('error', () => {});
  const worker = startWorker({ tasks, timed: [] }, {
    pool,
    db: createDb(pool),
    logger: pino({ level: 'silent' }),
    config: { DATABASE_PREPARE: true },
  } as unknown as Dependencies);
  onTestFinished(async () => {
    await worker.stop();
    void pool.end();
  });
  return worker;
}

test('two processes together run each of a thousand jobs once [R5]', { timeout: 60_000 }, async () => {
  const { addJobs, startWorkerProcess, marks, waiting } = await setup();
  const workers = [startWorkerProcess(), startWorkerProcess()];
  await expect.poll(() => workers.every(({ lines }) => lines.includes('working')), { timeout: 15_000 }).toBe(true);
  await addJobs(
    'count',
    Array.from({ length: 1000 }, (_, job) => ({ job })),
  );
  await expect.poll(waiting, { timeout: 40_000 }).toBe(0);
  const done = await marks('done');
  expect(done.map(({ job }) => job).sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, job) => job));
  expect(await marks('begun')).toHaveLength(1000);
  expect(new Set(done.map(({ pid }) => pid)).size).toBe(2);
});

test(
  'another worker takes over the jobs of a killed one, and leaves those of a running one alone [R1, R5]',
  { timeout: 60_000 },
  async () => {
    const { addJobs, startWorkerProcess, marks, letTimePass } = await setup();
    const doomed = startWorkerProcess();
    await addJobs('count', [{ job: 1, ms: 60_000 }]);
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(1);
    doomed.process.kill('SIGKILL');
    await doomed.ended;
    const living = startWorkerProcess();
    await addJobs('count', [{ job: 2, ms: 20_000 }]);
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(2);
    await letTimePass(60);
    await expect
      .poll(async () => (await marks('begun')).filter(({ job }) => job === 1), { timeout: 25_000 })
      .toHaveLength(2);
    const third = startWorkerProcess();
    await letTimePass(20);
    await expect
      .poll(async () => (await marks('done')).filter(({ job }) => job === 2), { timeout: 40_000 })
      .toEqual([{ job: 2, pid: living.process.pid }]);
    expect((await marks('begun')).filter(({ job }) => job === 2)).toHaveLength(1);
    third.process.kill('SIGTERM');
    expect(await third.ended).toEqual({ code: 0, signal: null });
  },
);

test('a worker that starts before its database waits and then runs jobs', { timeout: 30_000 }, async () => {
  const { addJobs, applicationUrl } = await setup();
  const connection = await unreliableConnection(applicationUrl);
  await connection.become('refused');
  let isDone = false;
  workerInThisProcess(connection.url, {
    async ring() {
      isDone = true;
    },
  });
  await addJobs('ring', [{}]);
  await sleep(1000);
  expect(isDone).toBe(false);
  await connection.become('works');
  await expect.poll(() => isDone, { timeout: 15_000 }).toBe(true);
});

test('a worker survives the loss of its database and then goes on with jobs', { timeout: 40_000 }, async () => {
  const { addJobs, applicationUrl, marks } = await setup();
  const connection = await unreliableConnection(applicationUrl);
  const worker = runChild('testing/jobWorker.ts', { DATABASE_URL: connection.url });
  const done = async () => (await marks('done')).map(({ job }) => job);
  await addJobs('count', [{ job: 1 }]);
  await expect.poll(done, { timeout: 15_000 }).toEqual([1]);
  await connection.become('refused');
  await sleep(3000);
  await addJobs('count', [{ job: 2 }]);
  await connection.become('works');
  await expect.poll(done, { timeout: 25_000 }).toEqual([1, 2]);
  expect(worker.process.exitCode).toBeNull();
});

test.for(['refused', 'silent'] as const)(
  'a worker stops in time while the database is %s [R4]',
  { timeout: 20_000 },
  async (state) => {
    const { applicationUrl } = await setup();
    const connection = await unreliableConnection(applicationUrl);
    await connection.become(state);
    const worker = workerInThisProcess(connection.url, {});
    await sleep(500);
    const stopped = performance.now();
    await worker.stop();
    expect(performance.now() - stopped).toBeLessThan(8000);
  },
);

test(
  'a stopping worker lets a short job finish and releases one that takes too long [R4]',
  { timeout: 30_000 },
  async () => {
    const { db, addJobs, applicationUrl } = await setup();
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
    const first = workerInThisProcess(applicationUrl, { short: tasks.short });
    await addJobs('short', [{}]);
    const locked = async () =>
      (await sql`select 1 from graphile_worker.jobs where locked_by is not null`.execute(db)).rows.length;
    await expect.poll(locked, { timeout: 10_000, interval: 20 }).toBe(1);
    await first.stop();
    expect(done).toEqual(['short']);
    const second = workerInThisProcess(applicationUrl, { endless: tasks.endless });
    await addJobs('endless', [{}]);
    await expect.poll(locked, { timeout: 10_000 }).toBe(1);
    const stopped = performance.now();
    await second.stop();
    expect(performance.now() - stopped).toBeLessThan(8000);
    expect(await locked()).toBe(0);
  },
);

test('a job whose payload does not have the shape of the registry fails without running its task', async () => {
  const { db, pool, addJobs } = await setup();
  const received: unknown[] = [];
  const note = async (payload: unknown) => void received.push(payload);
  const tasks = checkedTasks({
    'content-changed': note,
    'send-invitation': note,
    'send-form-receipt': note,
    'read-file': note,
    'sweep-files': note,
    'purge-todo': note,
    'purge-remembered-browsers': note,
    'purge-expired-notifications': note,
    'purge-expired-form-data': note,
    'maintain-search-index': note,
  });
  const itemId = crypto.randomUUID();
  await addJobs('content-changed', [{ item: itemId }, { itemId }]);
  // Queued by a version that still used this name.
  await addJobs('keep-search-quick', [{ _cron: { ts: '2026-03-09T14:05:00Z' } }]);
  await runDueJobs({ tasks, timed: [] }, {
    pool,
    db,
    logger: pino({ level: 'silent' }),
    config: { DATABASE_PREPARE: true },
  } as unknown as Dependencies);
  expect(received).toEqual([{ itemId }, {}]);
  const { rows } = await sql<{ error: string }>`
    select last_error as error from graphile_worker.jobs where task_identifier = 'content-changed'`.execute(db);
  expect(rows).toEqual([{ error: expect.stringContaining('"content-changed"') as string }]);
});
