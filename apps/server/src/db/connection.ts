import pg from 'pg';

const CONNECT_TIMEOUT_MS = 30_000;

/**
 * Opens a connection without the limits of requests, passes it to `use` and always closes it. For commands and jobs
 * that process whole tables.
 */
export async function withConnection<Result>(
  url: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'portico',
  });
  // Without a listener, a connection lost while idle would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
