import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { addJob, addJobs } from './queue.ts';
import { mayPrepare } from '../testing/testDatabase.ts';
import { workerInThisProcess, workerSetup } from '../testing/processes/jobWorkers.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';
import { Writable } from 'node:stream';
import { formerNames, jobPayloads, type JobName } from './registry.ts';
import { checkedTasks, runDueJobs, splitJobs, type WorkerDependencies } from './worker.ts';
import { readRows } from '../db/rows.ts';
import { z } from 'zod/mini';
import { expectWithin } from '../testing/expectWithin.ts';

const workerParts = (parts: Omit<WorkerDependencies, 'config'>): WorkerDependencies => ({
  ...parts,
  config: { DATABASE_PREPARE: mayPrepare(), DATABASE_LISTEN_URL: undefined },
});

test('two processes run each of a thousand jobs exactly once [R5]', async () => {
  const { addJobs, startWorkerProcess, marks, waiting } = await workerSetup();
  const workers = [startWorkerProcess(), startWorkerProcess()];
  await expect.poll(() => workers.every(({ lines }) => lines.includes('working'))).toBe(true);
  await addJobs(
    'count',
    Array.from({ length: 1000 }, (_, job) => ({ job })),
  );
  await expect.poll(waiting).toBe(0);
  const done = await marks('done');
  expect(done.map(({ job }) => job).sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, job) => job));
  expect(await marks('begun')).toHaveLength(1000);
  expect(new Set(done.map(({ pid }) => pid)).size).toBe(2);
});

test('a worker that starts before its database waits and then runs jobs', async () => {
  const { addJobs, applicationUrl } = await workerSetup();
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
  await expect.poll(() => isDone).toBe(true);
});

test.for(['refused', 'silent'] as const)(
  'a worker stops in time while the database is %s [R4]',
  { tags: 'timed' },
  async (state) => {
    const { applicationUrl } = await workerSetup();
    const connection = await unreliableConnection(applicationUrl);
    await connection.become(state);
    const worker = workerInThisProcess(connection.url, {});
    await sleep(500);
    const stopped = performance.now();
    await worker.stop();
    expectWithin(8000, performance.now() - stopped);
  },
);

test("a job whose payload does not match the registry's schema fails without running its task", async () => {
  const { db, pool, addJobs } = await workerSetup();
  const received: unknown[] = [];
  const note = async (payload: unknown) => void received.push(payload);
  const names = Object.keys(jobPayloads) as JobName[];
  const everyTask = Object.fromEntries(names.map((name) => [name, note])) as Record<JobName, typeof note>;
  const tasks = checkedTasks<WorkerDependencies>(everyTask);
  const itemId = crypto.randomUUID();
  await addJobs('content-changed', [{ item: itemId }, { itemId }]);
  // Queued by a version that still used this name.
  await addJobs('keep-search-quick', [{ _cron: { ts: '2026-03-09T14:05:00Z' } }]);
  await runDueJobs({ tasks, timed: [] }, workerParts({ pool, db, logger: pino({ level: 'silent' }) }));
  expect(received).toEqual([{ itemId }, {}]);
  const failures = () =>
    readRows(
      db,
      z.object({ error: z.nullable(z.string()) }),
      sql`select last_error as error from graphile_worker.jobs where task_identifier = 'content-changed'`,
    );
  // The worker records the failure when it gets a connection, which through a pooler can be a moment later.
  await expect.poll(failures).toEqual([{ error: expect.stringContaining('"content-changed"') as string }]);
});

test('a failed job is logged with its name, its id and the ids of the people and items it concerns [JOB-001]', async () => {
  const { db, pool, addJobs } = await workerSetup();
  const logged: unknown[] = [];
  const logger = pino(
    {},
    new Writable({
      write(line, _encoding, done) {
        logged.push(JSON.parse(String(line)));
        done();
      },
    }),
  );
  const concerns = { eventId: crypto.randomUUID(), userId: crypto.randomUUID() };
  await addJobs('send-invitation', [{ ...concerns, note: 'ana@portico.test' }]);
  await sql`update graphile_worker._private_jobs set max_attempts = 2`.execute(db);
  const run = () =>
    runDueJobs(
      { tasks: { 'send-invitation': () => Promise.reject(new Error('no answer')) }, timed: [] },
      workerParts({ pool, db, logger }),
    );
  await run();
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db);
  await run();
  const [job] = await readRows(db, z.object({ id: z.string() }), sql`select id::text from graphile_worker.jobs`);
  const failure = { job: 'send-invitation', jobId: job!.id, concerns, maxAttempts: 2, reason: 'no answer' };
  expect(logged).toEqual([
    expect.objectContaining({ ...failure, attempt: 1, msg: 'a job failed' }),
    expect.objectContaining({ ...failure, attempt: 2, msg: 'a job failed and will not be retried' }),
  ]);
});

test('each job of the portal has one worker, and each that is named after sending something is email [JOB-002]', () => {
  const names = [...Object.keys(jobPayloads), ...Object.keys(formerNames)];
  const { mail, punctual, others } = splitJobs({
    tasks: Object.fromEntries(names.map((name) => [name, async () => {}])),
    timed: names.map((task) => ({ task, match: '0 0 1 1 *' })),
  });
  const groups = [mail, punctual, others].map(({ tasks }) => Object.keys(tasks));
  expect(groups.flat().toSorted()).toEqual(names.toSorted());
  expect(groups[0]).toEqual(names.filter((name) => name.startsWith('send-')));
  expect([mail, punctual, others].map(({ timed }) => timed.map(({ task }) => task))).toEqual(groups);
});

test('email does not wait for other jobs: it has separate workers and runs before all others [JOB-002]', async () => {
  const { db, pool, applicationUrl } = await workerSetup();
  const order: string[] = [];
  const names = ['index-document', 'read-file', 'content-changed', 'send-form-receipt', 'send-invitation'] as const;
  const tasks = Object.fromEntries(names.map((name) => [name, async () => void order.push(name)]));
  const id = crypto.randomUUID();
  const addAll = async () => {
    await addJob(db, 'index-document', { itemId: id });
    await addJob(db, 'read-file', { fileId: id });
    await addJob(db, 'content-changed', { itemId: id });
    await addJob(db, 'send-form-receipt', { entryId: id });
    await addJobs(db, 'send-invitation', [{ payload: { eventId: id, userId: id }, key: 'one' }]);
  };
  await addAll();
  await runDueJobs({ tasks, timed: [] }, workerParts({ pool, db, logger: pino({ level: 'silent' }) }));
  expect(order).toEqual(['send-form-receipt', 'send-invitation', 'content-changed', 'index-document', 'read-file']);

  const { mail, punctual, others } = splitJobs({
    tasks: { ...tasks, 'publish-due': async () => {} },
    timed: ['read-file', 'publish-due'].map((task) => ({ task, match: '0 0 1 1 *' })),
  });
  expect([Object.keys(punctual.tasks), punctual.timed.length]).toEqual([['publish-due'], 1]);
  expect(Object.keys(mail.tasks).sort()).toEqual(['send-form-receipt', 'send-invitation']);
  expect(mail.timed).toEqual([]);
  expect(others.timed).toHaveLength(1);
  order.length = 0;
  // The workers for other jobs are blocked for the whole test.
  workerInThisProcess(applicationUrl, { ...others.tasks, 'content-changed': () => new Promise(() => {}) });
  workerInThisProcess(applicationUrl, mail.tasks);
  for (let job = 0; job < 3; job++) await addJob(db, 'content-changed', { itemId: id });
  const running = () =>
    readRows(
      db,
      z.object({ id: z.string() }),
      sql`select id::text from graphile_worker.jobs where locked_at is not null`,
    );
  await expect.poll(running).toHaveLength(2);
  await addAll();
  // Both kinds of email are sent concurrently.
  await expect.poll(() => order.toSorted()).toEqual(['send-form-receipt', 'send-invitation']);
});
