import { errors, type Adapter } from 'oidc-provider';
import pg from 'pg';
import { demoAccounts } from './demoAccounts.ts';
import { newSecret } from './oneTimeCodes.ts';
import { hashPassword } from './passwords.ts';

/** Database part of an account; the rest is in demoAccounts. */
export interface Credentials {
  passwordHash: string;
  totpSecret: string;
}

export interface IdentityStore {
  /** Storage of oidc-provider's sessions, codes and grants. */
  adapter(model: string): Adapter;
  /** The stored setting, created on first use; all processes get the same value. */
  setting<Value>(name: string, create: () => Promise<Value>): Promise<Value>;
  findCredentials(accountId: string): Promise<Credentials | undefined>;
  /** True the first time a key is claimed within its lifetime, then false. */
  claimOnce(key: string, lifetimeSeconds: number): Promise<boolean>;
  /** Counts a failure and returns the number since the last success or the last quarter hour without failures. */
  countFailure(key: string): Promise<number>;
  findFailures(key: string): Promise<{ count: number; secondsAgo: number }>;
  clearFailures(key: string): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_INTERVAL_MS = 5 * 60_000;

const schema = `
  CREATE TABLE IF NOT EXISTS settings (name text PRIMARY KEY, value jsonb NOT NULL);
  CREATE TABLE IF NOT EXISTS credentials (
    account_id text PRIMARY KEY, password_hash text NOT NULL, totp_secret text NOT NULL);
  CREATE TABLE IF NOT EXISTS failures (
    key text PRIMARY KEY, count integer NOT NULL, last_at timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS records (
    model text NOT NULL, id text NOT NULL, payload jsonb NOT NULL, uid text, grant_id text,
    consumed_at timestamptz, expires_at timestamptz, PRIMARY KEY (model, id));
  CREATE INDEX IF NOT EXISTS records_uid ON records (model, uid) WHERE uid IS NOT NULL;
  CREATE INDEX IF NOT EXISTS records_grant ON records (grant_id) WHERE grant_id IS NOT NULL;
  CREATE INDEX IF NOT EXISTS records_expiry ON records (expires_at);
`;

/** Opens the provider's database and creates the database, its tables and the demo accounts' credentials if missing. */
export async function openStore(databaseUrl: string): Promise<IdentityStore> {
  await createMissingDatabase(databaseUrl);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 5,
    // Long enough for `npm start` on a busy machine: the database has just imported all demo content.
    connectionTimeoutMillis: 30_000,
    statement_timeout: 5000,
  });
  // If the server closes an idle connection, the next query opens a new one.
  pool.on('error', () => undefined);
  try {
    await createTables(pool);
    await createCredentials(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const sweep = setInterval(() => {
    // The next run tries again.
    pool.query('DELETE FROM records WHERE expires_at < now()').catch(() => undefined);
  }, SWEEP_INTERVAL_MS).unref();

  return {
    adapter: (model) => createAdapter(pool, model),
    async setting(name, create) {
      const read = async () => (await pool.query('SELECT value FROM settings WHERE name = $1', [name])).rows[0]?.value;
      const stored = await read();
      if (stored !== undefined) return stored;
      await pool.query('INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        name,
        JSON.stringify(await create()),
      ]);
      return read();
    },
    async findCredentials(accountId) {
      const { rows } = await pool.query<Credentials>(
        'SELECT password_hash AS "passwordHash", totp_secret AS "totpSecret" FROM credentials WHERE account_id = $1',
        [accountId],
      );
      return rows[0];
    },
    async claimOnce(key, lifetimeSeconds) {
      const { rowCount } = await pool.query(
        `INSERT INTO records (model, id, payload, expires_at) VALUES ('Claimed', $1, '{}', now() + $2 * interval '1 second')
         ON CONFLICT DO NOTHING`,
        [key, lifetimeSeconds],
      );
      return rowCount === 1;
    },
    async countFailure(key) {
      const { rows } = await pool.query<{ count: number }>(
        `INSERT INTO failures VALUES ($1, 1, now())
         ON CONFLICT (key) DO UPDATE SET last_at = now(),
           count = CASE WHEN failures.last_at < now() - interval '15 minutes' THEN 1 ELSE failures.count + 1 END
         RETURNING count`,
        [key],
      );
      return rows[0]?.count ?? 1;
    },
    async findFailures(key) {
      const { rows } = await pool.query<{ count: number; secondsAgo: number }>(
        `SELECT count, extract(epoch FROM now() - last_at)::float8 AS "secondsAgo" FROM failures WHERE key = $1`,
        [key],
      );
      return rows[0] ?? { count: 0, secondsAgo: 0 };
    },
    async clearFailures(key) {
      await pool.query('DELETE FROM failures WHERE key = $1', [key]);
    },
    async close() {
      clearInterval(sweep);
      await pool.end();
    },
  };
}

async function createMissingDatabase(databaseUrl: string): Promise<void> {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1));
  const server = new URL(databaseUrl);
  server.pathname = '/postgres';
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    const { code } = error as { code?: string };
    // 42P04, 23505: another process created it at the same time.
    if (code === '42501') {
      throw new Error(
        `The development identity provider keeps its data in the database ${name}, which this role may not create. Create it, or set OIDC_ISSUER to your own provider.`,
        { cause: error },
      );
    }
    if (code !== '42P04' && code !== '23505') throw error;
  } finally {
    await client.end();
  }
}

/** One process at a time: concurrent CREATE TABLE IF NOT EXISTS statements can fail. */
async function createTables(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('portico identity tables'))`);
    await client.query(schema);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function createCredentials(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ account_id: string }>('SELECT account_id FROM credentials');
  const known = new Set(rows.map((row) => row.account_id));
  // Demo passwords are public, so accounts with the same one can share its slow hash.
  const hashes = new Map<string, Promise<string>>();
  await Promise.all(
    demoAccounts
      .filter(({ id }) => !known.has(id))
      .map(async ({ id, password }) => {
        const hash = hashes.get(password) ?? hashPassword(password);
        hashes.set(password, hash);
        await pool.query('INSERT INTO credentials VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
          id,
          await hash,
          newSecret(),
        ]);
      }),
  );
}

type StoredRecord = { payload: Record<string, unknown>; consumed: number | null };

function createAdapter(pool: pg.Pool, model: string): Adapter {
  const find = async (column: 'id' | 'uid', value: string) => {
    const { rows } = await pool.query<StoredRecord>(
      `SELECT payload, floor(extract(epoch FROM consumed_at))::float8 AS consumed FROM records
       WHERE model = $1 AND ${column} = $2 AND (expires_at IS NULL OR expires_at > now())`,
      [model, value],
    );
    const [row] = rows;
    return row && { ...row.payload, ...(row.consumed !== null && { consumed: row.consumed }) };
  };
  return {
    async upsert(id, payload, expiresInSeconds) {
      await pool.query(
        `INSERT INTO records (model, id, payload, uid, grant_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
         ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, uid = excluded.uid,
           grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
        [model, id, JSON.stringify(payload), payload.uid ?? null, payload.grantId ?? null, expiresInSeconds ?? null],
      );
    },
    find: (id) => find('id', id),
    findByUid: (uid) => find('uid', uid),
    // Only the device flow has user codes, and it is disabled.
    findByUserCode: async () => undefined,
    async consume(id) {
      const { rowCount } = await pool.query(
        'UPDATE records SET consumed_at = now() WHERE model = $1 AND id = $2 AND consumed_at IS NULL',
        [model, id],
      );
      // Two requests may both have found it unused; only one of them succeeds here.
      if (!rowCount) throw new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await pool.query('DELETE FROM records WHERE model = $1 AND id = $2', [model, id]);
    },
    async revokeByGrantId(grantId) {
      await pool.query('DELETE FROM records WHERE grant_id = $1', [grantId]);
    },
  };
}
