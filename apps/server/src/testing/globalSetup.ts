import { startTestCluster } from '@portico/dev-database/testCluster';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's `postgres` database. */
    clusterUrl: string;
  }
}

export const TEMPLATE_NAME = 'portico_template';

/** One throwaway PostgreSQL for the whole run, with a migrated template that every test's database is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await migrateToLatest(await cluster.createDatabase(TEMPLATE_NAME));
  project.provide('clusterUrl', cluster.url);
  return () => cluster.stop();
}
