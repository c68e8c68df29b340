import { startTestCluster } from '@portico/dev-database/testCluster';
import type { TestProject } from 'vitest/node';
import { withConnection, type Template } from '@portico/dev-database/databases';
import { grantToApplication } from '../db/grants.ts';
import { migrateToLatest } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's `postgres` database. */
    clusterUrl: string;
    /** What every test's database is cloned from. */
    template: Template;
  }
}

/** What the portal runs as in tests; its password is its name. */
export const APPLICATION_ROLE = 'portico_app';

/** One throwaway PostgreSQL for the whole run, with a migrated template that every test's database is cloned from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const template = { name: 'portico_template', strategy: cluster.strategy };
  const templateUrl = await cluster.createDatabase(template.name);
  await migrateToLatest(templateUrl);
  // Of no use to anyone, the password need not be slow to guess: every connection of every test would wait for that.
  await withConnection(templateUrl, (client) =>
    client.query(`set scram_iterations = 1; create role ${APPLICATION_ROLE} login password '${APPLICATION_ROLE}'`),
  );
  await grantToApplication(templateUrl, APPLICATION_ROLE);
  project.provide('clusterUrl', cluster.url);
  project.provide('template', template);
  return () => cluster.stop();
}
