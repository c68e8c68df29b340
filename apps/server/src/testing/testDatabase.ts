import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@portico/dev-database/databases';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDb, createPool, type Db } from '../db/pool.ts';
import { APPLICATION_ROLE } from './globalSetup.ts';

export interface TestDatabase {
  /** As the owner of the tables, for what the portal itself may not do. */
  url: string;
  /** As the role that the portal runs as. */
  applicationUrl: string;
  /** Both connected as the portal's role. */
  db: Db;
  pool: pg.Pool;
}

/** A migrated database for the running test, dropped when it ends. */
export async function testDatabase(): Promise<TestDatabase> {
  const { close, ...database } = await openTestDatabase();
  onTestFinished(close);
  return database;
}

/** Like `testDatabase`, but the caller closes it. */
export async function openTestDatabase(): Promise<TestDatabase & { close: () => Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const url = await createDatabase(inject('clusterUrl'), name, inject('template'));
  const applicationUrl = Object.assign(new URL(url), { username: APPLICATION_ROLE, password: APPLICATION_ROLE }).href;
  const pool = createPool({ url: applicationUrl, max: 10, prepare: true, statementTimeoutMs: 5000 });
  pool.on('error', () => {});
  const db = createDb(pool);
  return {
    url,
    applicationUrl,
    db,
    pool,
    async close() {
      await db.destroy();
      await dropDatabase(inject('clusterUrl'), name);
    },
  };
}
