import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createDb, createPool } from '../../db/pool.ts';
import { startWorker } from '../../jobs/worker.ts';

/* A worker in a separate process. Each job records in `job_marks` that it has begun and that it is done. */

const pool = createPool({ url: process.env['DATABASE_URL']!, max: 6, prepare: false, statementTimeoutMs: 10_000 });
const db = createDb(pool);
const mark = (job: number, what: string) =>
  sql`insert into job_marks (job, what, pid) values (${job}, ${what}, ${process.pid})`.execute(db);

const worker = startWorker(
  {
    timed: [],
    tasks: {
      async count(payload) {
        const { job, ms = 0 } = payload as { job: number; ms?: number };
        await mark(job, 'begun');
        await sleep(ms);
        await mark(job, 'done');
      },
    },
  },
  { pool, db, logger: pino({ level: 'silent' }), config: { DATABASE_PREPARE: true, DATABASE_LISTEN_URL: undefined } },
  2,
);

// As in main.ts: an unhandled rejection inside the library must not end the worker.
process.on('unhandledRejection', (error) => process.stderr.write(`unhandled rejection: ${String(error)}\n`));
process.once('SIGTERM', () => void worker.stop().then(() => process.exit(0)));
process.stdout.write('working\n');
