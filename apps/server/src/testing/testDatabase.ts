import { randomUUID } from 'node:crypto';
import { createDatabase, dropDatabase } from '@portico/dev-database/databases';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createDb, createPool, type Db } from '../db/pool.ts';
import { APPLICATION_ROLE, STATEMENT_TIMEOUT_MS } from './globalSetup.ts';

/** A busy machine can be slow to connect without being overloaded. */
const WAIT_TIMEOUT_MS = 120_000;

export interface TestDatabase {
  /** Connected as the owner of the tables, for what the portal itself may not do. */
  url: string;
  /** Connected as the role that the portal uses. */
  applicationUrl: string;
  /** The address for that role's connections: through the pooler, if the run uses one. */
  portalUrl: string;
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
  const poolerUrl = inject('poolerUrl');
  const portalUrl = poolerUrl
    ? Object.assign(new URL(applicationUrl), { port: new URL(poolerUrl).port }).href
    : applicationUrl;
  const pool = createPool({
    url: portalUrl,
    max: 10,
    prepare: mayPrepare(),
    behindPooler: !mayPrepare(),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    waitTimeoutMs: WAIT_TIMEOUT_MS,
  });
  const db = createDb(pool);
  return {
    url,
    applicationUrl,
    portalUrl,
    db,
    pool,
    async close() {
      await db.destroy();
      await dropDatabase(inject('clusterUrl'), name);
    },
  };
}

/** Whether connections of this run can prepare statements; a pooler loses them. */
export const mayPrepare = (): boolean => inject('poolerUrl') === undefined;

/** The settings that point a server at the database. */
export const databaseSettings = ({ applicationUrl, portalUrl }: TestDatabase): Record<string, string> =>
  portalUrl === applicationUrl
    ? { DATABASE_URL: applicationUrl }
    : { DATABASE_URL: portalUrl, DATABASE_LISTEN_URL: applicationUrl, DATABASE_PREPARE: 'false' };
