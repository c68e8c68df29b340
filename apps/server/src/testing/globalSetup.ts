import { findPgBouncer, startPgBouncer } from '@portico/dev-database/pgbouncer';
import { startTestCluster } from '@portico/dev-database/testCluster';
import type { TestProject } from 'vitest/node';
import { withConnection, type Template } from '@portico/dev-database/databases';
import { grantToApplication } from '../db/grants.ts';
import { migrateToLatest } from '../db/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's `postgres` database. */
    clusterUrl: string;
    /** The template that every test's database is cloned from. */
    template: Template;
    /** Address of the same server through PgBouncer, if the run uses it. */
    poolerUrl: string | undefined;
  }
}

/** The role that the portal uses in tests; its password is its name. */
export const APPLICATION_ROLE = 'portico_app';

/** Only ends what hangs; tests for which the limit matters set their own. */
export const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * One throwaway PostgreSQL for the whole run, with a migrated template that every test's database is cloned from. With
 * PORTICO_TEST_POOLER, the portal's connections go through PgBouncer in transaction mode.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  const template = { name: 'portico_template', strategy: cluster.strategy };
  const templateUrl = await cluster.createDatabase(template.name);
  await migrateToLatest(templateUrl);
  // A strong password hash is of no use here, and every connection of every test would wait for it.
  await withConnection(templateUrl, (client) =>
    client.query(`set scram_iterations = 1; create role ${APPLICATION_ROLE} login password '${APPLICATION_ROLE}'`),
  );
  await grantToApplication(templateUrl, APPLICATION_ROLE);
  project.provide('clusterUrl', cluster.url);
  project.provide('template', template);
  const pooler = process.env.PORTICO_TEST_POOLER === undefined ? undefined : await startPooler(cluster.url);
  project.provide('poolerUrl', pooler?.through(cluster.url));
  return async () => {
    await pooler?.stop();
    await cluster.stop();
  };
}

async function startPooler(clusterUrl: string) {
  const program = findPgBouncer();
  if (!program) throw new Error('PgBouncer is not installed (Debian: apt-get install pgbouncer)');
  // A pooler accepts no startup parameters, so the limits are set on the role.
  await withConnection(clusterUrl, (client) =>
    client.query(`alter role ${APPLICATION_ROLE} set statement_timeout = ${STATEMENT_TIMEOUT_MS};
      alter role ${APPLICATION_ROLE} set idle_in_transaction_session_timeout = '30s'`),
  );
  return startPgBouncer(program, clusterUrl, [
    { name: APPLICATION_ROLE, password: APPLICATION_ROLE },
    { name: 'postgres', password: decodeURIComponent(new URL(clusterUrl).password) },
  ]);
}
