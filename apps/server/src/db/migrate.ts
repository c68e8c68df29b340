import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);
/**
 * A migration that waits for a table blocks all later readers and writers of it, so it must not wait long. Source:
 * TRUST R10.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 1000;
/** A transaction that locks a table for longer than this needs an operator. */
const GIVE_UP_MS = 120_000;
const LOCK_NOT_AVAILABLE = '55P03';
const NOT_ALLOWED = '42501';

interface MigrationOptions {
  /** The folder of the `NNNN_<word>.sql` files; ends in a slash. */
  folder?: URL;
  /** The names of the files to run; all of them by default. */
  only?: readonly string[] | undefined;
}

/**
 * Brings the schema up to date, file by file in the order of their names, each in its own transaction, and returns the
 * names of the files applied. Forward only. Safe for concurrent processes and beside running portals: a migration waits
 * only briefly for a table in use, and retries. What a newer version has applied is ignored, so that an older one can
 * start beside it. Throws the first error; the file that caused it has then changed nothing.
 */
export async function migrateToLatest(
  databaseUrl: string,
  onProgress: (name: string) => void = () => {},
  options: MigrationOptions = {},
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, connectionTimeoutMillis: 10_000 });
  // A lost connection fails its statement. Without listeners it would also end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  // Numbers are assigned when work on a change begins, so a lower one may arrive later.
  const migrator = new Migrator({ db, provider: filesIn(options, pool), allowUnorderedMigrations: true });
  const applied: string[] = [];
  const deadline = Date.now() + GIVE_UP_MS;
  let turn: pg.PoolClient | undefined;
  try {
    // One process at a time: Kysely reads the tables before it takes its lock, and fails when they change in between.
    turn = await pool.connect();
    await turn.query(`select pg_advisory_lock(hashtext('portico migrations'))`);
    // The job queue has its own schema.
    await runMigrations({ pgPool: pool });
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (codeOf(error) === LOCK_NOT_AVAILABLE && Date.now() < deadline) {
        await sleep(PAUSE_MS);
        continue;
      }
      if (error !== undefined) throw error;
      const [done] = results;
      if (!done) return applied;
      applied.push(done.migrationName);
      onProgress(done.migrationName);
    }
  } catch (error) {
    throw explained(error);
  } finally {
    // Closing the connection releases the lock.
    turn?.release(true);
    await db.destroy();
  }
}

function filesIn({ folder = FOLDER, only }: MigrationOptions, pool: pg.Pool): MigrationProvider {
  const run = async (db: Kysely<unknown>, file: string) => {
    await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(db);
    await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(db);
  };
  return {
    async getMigrations() {
      const files = (await readdir(folder))
        .filter((name) => name.endsWith('.sql'))
        .map((file) => ({ file, name: file.replace('.sql', '') }));
      const own = Object.fromEntries(
        files
          .filter(({ name }) => only?.includes(name) ?? true)
          .map(({ file, name }) => [name, { up: (db: Kysely<unknown>) => run(db, file) }]),
      );
      // Kysely has to know every migration that has run.
      const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
      return { ...Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }])), ...own };
    },
  };
}

const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code;

function explained(error: unknown): unknown {
  if (codeOf(error) !== NOT_ALLOWED) return error;
  return new Error(
    `The schema is not up to date, and the role of DATABASE_URL may not change it; set DATABASE_OWNER_URL. (${(error as Error).message})`,
    { cause: error },
  );
}
