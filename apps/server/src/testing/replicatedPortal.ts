import { createDatabase, databaseUrl, withConnection } from '@portico/dev-database/databases';
import { startReplicatedCluster, type ReplicatedServer } from '@portico/dev-database/replication';
import { grantToApplication } from '../db/grants.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { createDb, createPool, type Db } from '../db/pool.ts';
import { startChildServer, type ChildServer } from './processes/childServer.ts';
import { APPLICATION_ROLE } from './globalSetup.ts';
import { startTestIssuer, type TestIssuer } from './testIssuer.ts';

const DATABASE = 'portico';

export interface ReplicatedPortal {
  primary: ReplicatedServer;
  replicas: ReplicatedServer[];
  /** Connected to the primary as the portal's role. */
  db: Db;
  issuer: TestIssuer;
  /** The address of a server's database, for the portal's role. */
  applicationUrl(server: ReplicatedServer): string;
  /** As the superuser, in the portal's database. */
  query(server: ReplicatedServer, text: string): Promise<Array<Record<string, unknown>>>;
  /** A process of the portal that reads from the replicas. */
  startServer(env?: Record<string, string>, primaryUrl?: string): Promise<ChildServer>;
  close(): Promise<void>;
}

/** A migrated database on a primary with streaming replicas, and processes of the portal on it. */
export async function openReplicatedPortal(
  replicaCount: number,
  settings?: Record<string, string>,
): Promise<ReplicatedPortal> {
  const { primary, replicas, stop } = await startReplicatedCluster(replicaCount, settings);
  const url = await createDatabase(primary.url, DATABASE);
  await migrateToLatest(url);
  const query = (server: ReplicatedServer, text: string) =>
    withConnection(databaseUrl(server.url, DATABASE), async (client) => {
      const { rows } = await client.query<Record<string, unknown>>(text);
      return rows;
    });
  await query(primary, `create role ${APPLICATION_ROLE} login password '${APPLICATION_ROLE}'`);
  await grantToApplication(url, APPLICATION_ROLE);
  const applicationUrl = (server: ReplicatedServer) =>
    Object.assign(new URL(databaseUrl(server.url, DATABASE)), {
      username: APPLICATION_ROLE,
      password: APPLICATION_ROLE,
    }).href;
  const pool = createPool({ url: applicationUrl(primary), max: 5, prepare: true, statementTimeoutMs: 10_000 });
  const db = createDb(pool);
  const issuer = await startTestIssuer();
  return {
    primary,
    replicas,
    db,
    issuer,
    applicationUrl,
    query,
    startServer: (env, primaryUrl = applicationUrl(primary)) =>
      startChildServer({
        databaseUrl: primaryUrl,
        issuer,
        env: { DATABASE_READ_URLS: replicas.map(applicationUrl).join(','), PORTICO_ROLE: 'web', ...env },
      }),
    async close() {
      await issuer.close();
      await db.destroy();
      await stop();
    },
  };
}
