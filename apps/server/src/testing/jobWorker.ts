import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import type { Dependencies } from '../dependencies.ts';
import { createDb, createPool } from '../db/pool.ts';
import { keepWorking } from '../jobs/worker.ts';

/* A worker in a process of its own: each job writes down that it has begun, and that it is done. */

const pool = createPool({ url: process.env['DATABASE_URL']!, max: 6, prepare: false, statementTimeoutMs: 10_000 });
pool.on('error', () => {});
const db = createDb(pool);
const mark = (job: number, what: string) =>
  sql`insert into job_marks (job, what, pid) values (${job}, ${what}, ${process.pid})`.execute(db);

const worker = keepWorking(
  {
    timed: [],
    tasks: {
      async count({ job, ms = 0 }: { job: number; ms?: number }) {
        await mark(job, 'begun');
        await sleep(ms);
        await mark(job, 'done');
      },
    },
  },
  { pool, db, logger: pino({ level: 'silent' }) } as unknown as Dependencies,
);

// As in main.ts: a promise of the library that fails with the database ends no worker.
process.on('unhandledRejection', (error) => process.stderr.write(`nobody waited for ${String(error)}\n`));
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
process.stdout.write('working\n');
