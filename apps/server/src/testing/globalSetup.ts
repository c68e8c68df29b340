import { startTestCluster } from '@portico/dev-database/testCluster';
import type { TestProject } from 'vitest/node';
import { withConnection } from '@portico/dev-database/databases';
import { grantToApplication } from '../db/grants.ts';
import { migrateToLatest } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's `postgres` database. */
    clusterUrl: string;
  }
}

export const TEMPLATE_NAME = 'portico_template';
/** What the portal runs as in tests; its password is its name. */
export const APPLICATION_ROLE = 'portico_app';

/** One throwaway PostgreSQL for the whole run, with a migrated template that every test's database is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const template = await cluster.createDatabase(TEMPLATE_NAME);
  await migrateToLatest(template);
  await withConnection(template, (client) => client.query(`create role ${APPLICATION_ROLE} login password '${APPLICATION_ROLE}'`));
  await grantToApplication(template, APPLICATION_ROLE);
  project.provide('clusterUrl', cluster.url);
  return () => cluster.stop();
}
