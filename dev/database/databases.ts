import pg from 'pg';

/** Same server, user and options as `serverUrl`, different database. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Opens a connection, passes it to `use` and always closes it. */
export async function withConnection<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
  // Without a listener, a connection lost while idle would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const TEMPLATE_IN_USE = '55006';

export interface Template {
  name: string;
  /** How PostgreSQL copies it: `wal_log` is faster for small databases on disk, `file_copy` is faster in memory. */
  strategy: 'wal_log' | 'file_copy';
}

/**
 * Creates a database, optionally as a copy of `template`, and returns its address. Waits up to five seconds until no
 * one else uses the template.
 */
export async function createDatabase(serverUrl: string, name: string, template?: Template): Promise<string> {
  const copy = template ? ` TEMPLATE ${pg.escapeIdentifier(template.name)} STRATEGY ${template.strategy}` : '';
  const statement = `CREATE DATABASE ${pg.escapeIdentifier(name)}${copy}`;
  const deadline = Date.now() + 5000;
  for (;;) {
    try {
      await withConnection(databaseUrl(serverUrl, 'postgres'), (client) => client.query(statement));
      return databaseUrl(serverUrl, name);
    } catch (error) {
      if ((error as { code?: string }).code !== TEMPLATE_IN_USE || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Like createDatabase, but leaves an existing database alone. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const url = databaseUrl(serverUrl, name);
  const exists = await withConnection(databaseUrl(serverUrl, 'postgres'), (client) =>
    client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]),
  );
  if (exists.rowCount) return url;
  try {
    return await createDatabase(serverUrl, name);
  } catch (error) {
    // Another process was faster: 42P04 if it had finished, 23505 if both ran at the same time.
    if (['42P04', '23505'].includes((error as { code?: string }).code ?? '')) return url;
    throw error;
  }
}

/** Drops a database and its connections; a missing one is fine. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withConnection(databaseUrl(serverUrl, 'postgres'), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`),
  );
}
