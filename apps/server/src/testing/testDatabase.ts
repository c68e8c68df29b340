import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@portico/dev-database/databases';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDb, createPool, type Db } from '../db/pool.ts';
import { TEMPLATE_NAME } from './globalSetup.ts';

export interface TestDatabase {
  url: string;
  db: Db;
  pool: pg.Pool;
}

/** A migrated database of the running test's own; it goes away with the test. */
export async function testDatabase(): Promise<TestDatabase> {
  const { close, ...database } = await openTestDatabase();
  onTestFinished(close);
  return database;
}

/** As testDatabase, but the caller closes it. */
export async function openTestDatabase(): Promise<TestDatabase & { close: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(inject('clusterUrl'), name, TEMPLATE_NAME);
  const pool = createPool({ url, max: 10, prepare: true, statementTimeoutMs: 5000 });
  pool.on('error', () => {});
  const db = createDb(pool);
  return {
    url, db, pool,
    async close() {
      await db.destroy();
      await dropDatabase(inject('clusterUrl'), name);
    },
  };
}
