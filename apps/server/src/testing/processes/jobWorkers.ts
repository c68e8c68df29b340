import { withConnection } from '@portico/dev-database/databases';
import { sql } from 'kysely';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { createDb, createPool } from '../../db/pool.ts';
import { startWorker, type Jobs, type WorkerDependencies } from '../../jobs/worker.ts';
import { runChild } from './childServer.ts';
import { testDatabase } from '../testDatabase.ts';
import { readRowOrThrow, readRows } from '../../db/rows.ts';
import { z } from 'zod/mini';

/** A database, and worker processes that record their work in it. */
export async function workerSetup() {
  const database = await testDatabase();
  const asOwner = (text: string) =>
    withConnection(database.url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
  await asOwner(
    'create table job_marks (job int not null, what text not null, pid int not null, at timestamptz not null default clock_timestamp())',
  );
  const marks = (what: string) =>
    readRows(
      database.db,
      z.object({ job: z.int(), pid: z.int() }),
      sql`select job, pid from job_marks where what = ${what} order by at`,
    );
  return {
    ...database,
    asOwner,
    marks,
    startWorkerProcess: () => runChild('testing/processes/jobWorker.ts', { DATABASE_URL: database.applicationUrl }),
    /** Adds jobs that exist only in these tests. */
    addJobs: (name: string, payloads: object[]) =>
      sql`select count(graphile_worker.add_job(${name}, payload := payload))
        from json_array_elements(${JSON.stringify(payloads)}::json) payload`.execute(database.db),
    /** Makes every heartbeat and every start of a job appear this many seconds older. */
    letTimePass: (seconds: number) =>
      asOwner(`
      update job_workers set seen_at = seen_at - interval '${seconds} s';
      update graphile_worker._private_jobs set locked_at = locked_at - interval '${seconds} s' where locked_at is not null`),
    waiting: async () =>
      (
        await readRowOrThrow(
          database.db,
          z.object({ count: z.int() }),
          sql`select count(*)::int from graphile_worker.jobs`,
        )
      ).count,
  };
}

/** A worker in this process, on a database that may be unreachable. */
export function workerInThisProcess(url: string, tasks: Jobs<WorkerDependencies>['tasks']) {
  const pool = createPool({ url, max: 6, prepare: false, statementTimeoutMs: 5000 });
  const worker = startWorker(
    { tasks, timed: [] },
    {
      pool,
      db: createDb(pool),
      logger: pino({ level: 'silent' }),
      config: { DATABASE_PREPARE: true, DATABASE_LISTEN_URL: undefined },
    },
    2,
  );
  onTestFinished(async () => {
    await worker.stop();
    void pool.end();
  });
  return worker;
}
