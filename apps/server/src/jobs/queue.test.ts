import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { testPortal } from '../testing/testPortal.ts';
import { addJob, addJobs } from './queue.ts';

const keysOf = async (db: Awaited<ReturnType<typeof testPortal>>['db']) =>
  (
    (await db
      .selectFrom('graphile_worker.jobs' as never)
      .select('key' as never)
      .execute()) as Array<{ key: string | null }>
  )
    .map(({ key }) => key)
    .sort();

const invitation = () => ({ eventId: crypto.randomUUID(), userId: crypto.randomUUID() });

test('a job is queued only if its transaction commits, and replaces a waiting one with the same key', async () => {
  const { db } = await testPortal();
  await expect(
    db.transaction().execute(async (trx) => {
      await addJob(trx, 'send-invitation', invitation(), { key: 'lost' });
      throw new Error('changed my mind');
    }),
  ).rejects.toThrow('changed my mind');
  await db.transaction().execute((trx) =>
    addJobs(trx, 'send-invitation', [
      { payload: invitation(), key: 'one' },
      { payload: invitation(), key: 'two' },
    ]),
  );
  await addJobs(db, 'send-invitation', [{ payload: invitation(), key: 'one' }]);
  await addJobs(db, 'send-invitation', []);
  expect(await keysOf(db)).toEqual(['one', 'two']);
});

test('metrics count the jobs by state, and all other metrics work without the database', async () => {
  const { db, portal, pool } = await testPortal();
  const metrics = async () => (await portal.inject('/metrics')).body.match(/^portico_jobs\{.*$/gm) ?? [];
  await addJob(db, 'send-invitation', invitation());
  await addJob(db, 'send-invitation', invitation(), { runAt: new Date(Date.now() + HOUR_MS) });
  expect(await metrics()).toEqual(
    ['due', 'planned', 'running', 'retrying', 'failed'].map(
      (state, index) => `portico_jobs{state="${state}"} ${index < 2 ? 1 : 0}`,
    ),
  );
  const query = pool.query.bind(pool);
  pool.query = (() => Promise.reject(new Error('away'))) as never;
  expect(await metrics()).toEqual([]);
  pool.query = query;
  expect((await portal.inject('/metrics')).statusCode).toBe(200);
});

test('metrics count failing jobs by name [JOB-001]', async () => {
  const { db, portal } = await testPortal();
  const metrics = async () => (await portal.inject('/metrics')).body.match(/^portico_failing_jobs\{.*$/gm) ?? [];
  expect(await metrics()).toEqual([]);
  await addJob(db, 'send-invitation', invitation(), { maxAttempts: 3 });
  await addJob(db, 'read-file', { fileId: crypto.randomUUID() }, { maxAttempts: 1 });
  await sql`update graphile_worker._private_jobs set attempts = 1`.execute(db);
  expect((await metrics()).sort()).toEqual([
    'portico_failing_jobs{job="read-file",state="failed"} 1',
    'portico_failing_jobs{job="send-invitation",state="retrying"} 1',
  ]);
});
