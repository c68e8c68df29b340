import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { readRows } from '../db/rows.ts';
import { runChild } from '../testing/processes/childServer.ts';
import { workerInThisProcess, workerSetup } from '../testing/processes/jobWorkers.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';

test(
  'another worker takes over the jobs of a killed worker within ten seconds, but not those of a running one [JOB-007, R1, R5]',
  { timeout: 60_000 },
  async () => {
    const { addJobs, startWorkerProcess, marks, db } = await workerSetup();
    const doomed = startWorkerProcess();
    await addJobs('count', [{ job: 1, ms: 60_000 }]);
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(1);
    const living = startWorkerProcess();
    const locks = () =>
      readRows(
        db,
        z.object({ key: z.string() }),
        sql`select lock_key::text as key from job_workers where lock_key is not null`,
      );
    await expect.poll(locks, { timeout: 15_000 }).toHaveLength(2);
    doomed.process.kill('SIGKILL');
    const killedAt = performance.now();
    await addJobs('count', [{ job: 2, ms: 20_000 }]);
    await expect
      .poll(async () => (await marks('begun')).filter(({ job }) => job === 1), { timeout: 25_000, interval: 50 })
      .toHaveLength(2);
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    await expect
      .poll(async () => (await marks('done')).filter(({ job }) => job === 2), { timeout: 40_000 })
      .toEqual([{ job: 2, pid: living.process.pid }]);
    expect((await marks('begun')).filter(({ job }) => job === 2)).toHaveLength(1);
    living.process.kill('SIGTERM');
    expect(await living.ended).toEqual({ code: 0, signal: null });
  },
);

test(
  'a worker that starts after a kill runs the job of the killed worker within ten seconds [JOB-007]',
  { timeout: 60_000 },
  async () => {
    const { addJobs, startWorkerProcess, marks } = await workerSetup();
    const doomed = startWorkerProcess();
    await addJobs('count', [{ job: 1, ms: 60_000 }]);
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(1);
    await sleep(300);
    doomed.process.kill('SIGKILL');
    await doomed.ended;
    const next = startWorkerProcess();
    await expect.poll(() => next.lines.includes('working'), { timeout: 15_000, interval: 20 }).toBe(true);
    const readyAt = performance.now();
    await expect.poll(() => marks('begun'), { timeout: 25_000, interval: 50 }).toHaveLength(2);
    expect(performance.now() - readyAt).toBeLessThan(10_000);
  },
);

test(
  'a frozen worker keeps its jobs for half a minute; then another worker takes them over [JOB-007, R5]',
  { timeout: 60_000 },
  async () => {
    const { addJobs, startWorkerProcess, marks, letTimePass } = await workerSetup();
    const frozen = startWorkerProcess();
    await addJobs('count', [{ job: 1, ms: 60_000 }]);
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(1);
    await sleep(300);
    frozen.process.kill('SIGSTOP');
    startWorkerProcess();
    await sleep(10_000);
    expect(await marks('begun')).toHaveLength(1);
    await letTimePass(20);
    await expect.poll(() => marks('begun'), { timeout: 15_000 }).toHaveLength(2);
  },
);

test('a worker survives the loss of its database and then continues with jobs', { timeout: 40_000 }, async () => {
  const { addJobs, applicationUrl, marks } = await workerSetup();
  const connection = await unreliableConnection(applicationUrl);
  const worker = runChild('testing/processes/jobWorker.ts', { DATABASE_URL: connection.url });
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

test(
  'a stopping worker lets a short job finish and releases one that takes too long [R4]',
  { timeout: 30_000 },
  async () => {
    const { db, addJobs, applicationUrl } = await workerSetup();
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
