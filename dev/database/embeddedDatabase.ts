import { createHash } from 'node:crypto';
import pg from 'pg';
import { startCluster } from './cluster.ts';
import { databaseUrl, ensureDatabase, withConnection } from './databases.ts';

export interface EmbeddedDatabase {
  /**
   * Address of the database `portico`, owned by the role `portico`, which may create databases but is not a superuser.
   */
  url: string;
  /** The same database as the role `portico_app`, which has only the rights that the portal grants it. */
  applicationUrl: string;
  /** True if it adopted a server left running by a killed process. */
  adopted: boolean;
  stop(): Promise<void>;
}

/**
 * Starts the project's bundled PostgreSQL, on loopback only, with its files, port and password in `dataDir`. Every
 * acknowledged write is on disk. Throws with advice on platforms without a bundled PostgreSQL.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string;
  onProgress?: (step: string) => void;
  /**
   * Called when the server was restarted on its port after a crash, a kill or a full disk. Without it, the server is
   * not restarted.
   */
  onRestart?: () => void;
}): Promise<EmbeddedDatabase> {
  const cluster = await startCluster(options);
  if (options.onRestart) cluster.keepAlive(options.onRestart);
  const roles = {
    portico: cluster.password,
    // Knowing the application's password must not reveal the owner's.
    portico_app: createHash('sha256').update(`portico_app ${cluster.password}`).digest('base64url'),
  };
  await ensureRole(cluster.superuserUrl, 'portico', `CREATEDB CREATEROLE PASSWORD ${pg.escapeLiteral(roles.portico)}`);
  await ensureRole(cluster.superuserUrl, 'portico_app', `PASSWORD ${pg.escapeLiteral(roles.portico_app)}`);
  const as = (role: keyof typeof roles, address: string) =>
    Object.assign(new URL(address), { username: role, password: roles[role] }).href;
  const url = await ensureDatabase(as('portico', cluster.superuserUrl), 'portico');
  return { url, applicationUrl: as('portico_app', url), adopted: cluster.adopted, stop: cluster.stop };
}

/**
 * The owner gets the privileges that a hosted PostgreSQL gives a database owner, so that nothing works only locally.
 */
async function ensureRole(superuserUrl: string, name: string, rights: string): Promise<void> {
  await withConnection(databaseUrl(superuserUrl, 'postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
    if (!rowCount) await client.query(`CREATE ROLE ${pg.escapeIdentifier(name)} LOGIN ${rights}`);
  });
}
