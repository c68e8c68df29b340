import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { z } from 'zod/mini';
import type { Config } from '../config.ts';
import { readPrimaryPosition, readReplayedPosition } from '../db/replicas/position.ts';
import { queryRows } from '../db/rows.ts';
import { reasonOf } from '../errors.ts';
import { connectionAdvice } from './databaseCheck.ts';
import { endQuietly, openPool } from './doctorPool.ts';
import { notesOn, type Finding, type Notes } from './findings.ts';

const RETRY_MS = 100;

const Identity = z.object({ identity: z.string() });

/** Whether each address in DATABASE_READ_URLS is a replica of the database at DATABASE_URL, and keeps up with it. */
export async function checkReplicas(config: Config): Promise<Finding[]> {
  const notes = notesOn('read replicas');
  if (config.DATABASE_READ_URLS.length === 0) return notes.findings;
  const primary = openPool(config.DATABASE_URL, !config.DATABASE_PREPARE);
  try {
    const identity = await readIdentity(primary);
    const position = await readPrimaryPosition(primary);
    for (const url of config.DATABASE_READ_URLS) await checkReplica(notes, config, url, identity, position);
  } catch (error) {
    notes.fail(`The primary cannot be queried: ${reasonOf(error)}.`, 'See the findings about the database.');
  } finally {
    await endQuietly(primary);
  }
  return notes.findings;
}

async function checkReplica(notes: Notes, config: Config, url: string, identity: string, position: bigint) {
  const { host } = new URL(url);
  const pool = openPool(url, !config.DATABASE_PREPARE);
  try {
    if ((await readIdentity(pool)) !== identity)
      return notes.fail(
        `${host} is not a copy of the database of DATABASE_URL.`,
        'Remove it from DATABASE_READ_URLS, or set it up as a streaming replica of that database.',
      );
    const lag = await waitForPosition(pool, position, config.DATABASE_READ_MAX_LAG_MS);
    if (lag === 'promoted')
      notes.fail(
        `${host} is a primary, not a replica, so no reads go to it.`,
        'After a failover, swap it with the address in DATABASE_URL and restart the processes.',
      );
    else if (lag === 'late')
      notes.warn(
        `${host} is more than ${config.DATABASE_READ_MAX_LAG_MS} ms behind, so it gets no reads.`,
        'Look at pg_stat_replication on the primary: is it connected, and what does it wait for?',
      );
    else notes.ok(`${host} is a replica, and caught up with the primary within ${lag} ms.`);
  } catch (error) {
    notes.fail(
      `A replica (${host}) cannot be used: ${reasonOf(error)}.`,
      connectionAdvice(error, 'DATABASE_READ_URLS'),
    );
  } finally {
    await endQuietly(pool);
  }
}

async function waitForPosition(pool: pg.Pool, position: bigint, maxMs: number): Promise<number | 'late' | 'promoted'> {
  const started = performance.now();
  for (;;) {
    const replayed = await readReplayedPosition(pool);
    const ms = Math.round(performance.now() - started);
    if (replayed === undefined) return 'promoted';
    if (replayed >= position) return ms;
    if (ms >= maxMs) return 'late';
    await sleep(RETRY_MS);
  }
}

/** Identical on a primary and its replicas, and different everywhere else. */
async function readIdentity(pool: pg.Pool): Promise<string> {
  const [row] = await queryRows(
    pool,
    Identity,
    `select system_identifier || ' ' || current_database() as identity from pg_control_system()`,
  );
  return row!.identity;
}
