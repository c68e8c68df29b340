import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runChild } from '../testing/processes/childServer.ts';
import { workerInThisProcess, workerSetup } from '../testing/processes/jobWorkers.ts';
import { unreliableConnection } from '../testing/unreliableConnection.ts';

test(
  'another worker takes over the jobs of a killed worker, but not those of a running one [R1, R5]',
  { timeout: 60_000 },
  async () => {
    const { addJobs, startWorkerProcess, marks, letTimePass } = await workerSetup();
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
