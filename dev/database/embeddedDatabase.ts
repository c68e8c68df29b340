import pg from 'pg';
import { startCluster } from './cluster.ts';
import { databaseUrl, ensureDatabase, withConnection } from './databases.ts';

export interface EmbeddedDatabase {
  /** Address of the database `portico`, owned by the role `portico`, which may create databases but is no superuser. */
  url: string;
  /** True when a server left running by a killed process was taken over. */
  adopted: boolean;
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with the project, on loopback only, with its files, port and password in `dataDir`.
 * Every write it acknowledges is on disk. Throws with advice where the platform has no bundled PostgreSQL.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  onProgress?: (step: string) => void;
}): Promise<EmbeddedDatabase> {
  const cluster = await startCluster(options);
  await ensureRole(cluster.superuserUrl, cluster.password);
  const server = new URL(cluster.superuserUrl);
  server.username = 'portico';
  const url = await ensureDatabase(server.href, 'portico');
  return { url, adopted: cluster.adopted, stop: cluster.stop };
}

/** The same rights that a hosted PostgreSQL gives the owner of a database, so that nothing works here only. */
async function ensureRole(superuserUrl: string, password: string): Promise<void> {
  await withConnection(databaseUrl(superuserUrl, 'postgres'), async (client) => {
    const { rowCount } = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'portico'`);
    if (!rowCount) await client.query(`CREATE ROLE portico LOGIN CREATEDB CREATEROLE PASSWORD ${pg.escapeLiteral(password)}`);
  });
}
