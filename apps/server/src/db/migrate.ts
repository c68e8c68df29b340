import { hash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, PostgresIntrospector, sql, type TableMetadata } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';
import { z } from 'zod/mini';
import { MIGRATIONS } from '../locations.ts';
import { queryRows } from './rows.ts';

/**
 * A migration that waits for a table lock blocks all later readers and writers of the table, so it must not wait long.
 * Source: TRUST R10.
 */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_MS = 1000;
/** A transaction that locks a table for longer than this needs an operator's attention. */
const TIMEOUT_MS = 120_000;
const LOCK_NOT_AVAILABLE = '55P03';
const NOT_ALLOWED = '42501';
const UNDEFINED_TABLE = '42P01';

interface MigrationOptions {
  /** The folder of the `NNNN_<word>.sql` files; must end in a slash. */
  folder?: URL;
  /** The names of the files to run; all of them by default. */
  only?: readonly string[] | undefined;
}

/**
 * Brings the schema up to date, file by file in the order of their names, each in its own transaction, and returns the
 * names of the files applied. Forward only. Safe for concurrent processes and alongside running portals: a migration
 * waits only briefly for a table in use, and retries. Migrations applied by a newer version are ignored, so that an
 * older one can start alongside it. Throws the first error; the file that caused it has then changed nothing. Applied
 * files must not change.
 */
export async function migrateToLatest(
  databaseUrl: string,
  onProgress: (name: string) => void = () => {},
  options: MigrationOptions = {},
): Promise<string[]> {
  const files = await readMigrations(options);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3, connectionTimeoutMillis: 10_000 });
  // A lost connection fails its statement. Without listeners it would also end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) });
  // Numbers are assigned when work on a change begins, so a lower one can be merged later.
  const migrator = new Migrator({ db, provider: providerOf(files, pool), allowUnorderedMigrations: true });
  const applied: string[] = [];
  const deadline = Date.now() + TIMEOUT_MS;
  let turn: pg.PoolClient | undefined;
  try {
    if (await isUpToDate(pool, files)) {
      await runMigrations({ pgPool: pool });
      return [];
    }
    // One process at a time: Kysely reads the tables before it takes its lock, and fails if they change before that.
    turn = await pool.connect();
    await turn.query(`select pg_advisory_lock(hashtext('portico migrations'))`);
    await assertUnchanged(pool, files);
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
      if (!done) break;
      applied.push(done.migrationName);
      onProgress(done.migrationName);
    }
    await recordChecksums(turn, files);
    return applied;
  } catch (error) {
    throw explained(error);
  } finally {
    // Closing the connection releases the lock.
    turn?.release(true);
    await db.destroy();
    // Kysely ends a pool only if it has used it.
    if (!pool.ended) await pool.end();
  }
}

const KyselyTable = z.object({ schema: z.string(), name: z.string() });

/**
 * Finds only Kysely's own tables, without their columns. Kysely looks for them before each file, and its query
 * describes every column of every table: more than three quarters of the CPU time of a first start.
 */
class MigrationIntrospector extends PostgresIntrospector {
  readonly #db: Kysely<unknown>;
  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }
  override async getTables(): Promise<TableMetadata[]> {
    const { rows } = await sql`
      select schemaname as schema, tablename as name from pg_tables
      where tablename like 'kysely%' and schemaname = any(current_schemas(false))`.execute(this.#db);
    return z
      .parse(z.array(KyselyTable), rows)
      .map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
  }
}

class MigrationDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): PostgresIntrospector {
    return new MigrationIntrospector(db);
  }
}

const AppliedMigration = z.object({ name: z.string() });
const MigrationChecksum = z.object({ name: z.string(), sha256: z.string() });

/** The names of the migrations that a database is missing. Changes nothing. */
export async function listPendingMigrations(databaseUrl: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => {});
  try {
    const { rows: tables } = await pool.query(`select where to_regclass('kysely_migration') is not null`);
    const rows =
      tables.length === 0 ? [] : await queryRows(pool, AppliedMigration, 'select name from kysely_migration');
    const applied = new Set(rows.map(({ name }) => name));
    return (await listMigrations()).filter((name) => !applied.has(name));
  } finally {
    await pool.end();
  }
}

/** The names of the migrations of this version, in order. */
export const listMigrations = async (): Promise<string[]> => (await readMigrations({})).map(([name]) => name);

type MigrationFile = [name: string, sql: string];

/** The files, sorted by name. */
async function readMigrations({ folder = MIGRATIONS, only }: MigrationOptions): Promise<MigrationFile[]> {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace('.sql', ''))
    .filter((name) => only?.includes(name) ?? true);
  return Promise.all(
    names
      .sort()
      .map(async (name): Promise<MigrationFile> => [name, await readFile(new URL(`${name}.sql`, folder), 'utf8')]),
  );
}

/** The same checksum for both kinds of line endings, which Git may convert. */
const checksumOf = (text: string): string => hash('sha256', text.replaceAll('\r\n', '\n'));

/**
 * Whether all files have been applied unchanged: one statement instead of some forty, and for most starts nothing else
 * is needed.
 */
async function isUpToDate(pool: pg.Pool, files: MigrationFile[]): Promise<boolean> {
  try {
    const rows = await queryRows(
      pool,
      MigrationChecksum,
      'select name, sha256 from kysely_migration join kysely_migration_checksum using (name)',
    );
    const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
    return files.every(([name, text]) => applied.get(name) === checksumOf(text));
  } catch (error) {
    if (codeOf(error) === UNDEFINED_TABLE) return false;
    throw error;
  }
}

/** Throws if a file differs from what was applied: databases of the same version would then differ. */
async function assertUnchanged(pool: pg.Pool, files: MigrationFile[]): Promise<void> {
  const { rows: tables } = await pool.query(`select where to_regclass('kysely_migration_checksum') is not null`);
  if (tables.length === 0) return;
  const rows = await queryRows(pool, MigrationChecksum, 'select name, sha256 from kysely_migration_checksum');
  const appliedDigests = new Map(rows.map(({ name, sha256 }) => [name, sha256]));
  const changed = files
    .filter(([name, text]) => appliedDigests.has(name) && appliedDigests.get(name) !== checksumOf(text))
    .map(([name]) => name);
  if (changed.length > 0)
    throw new Error(
      `Migrations were changed after they had been applied: ${changed.join(', ')}. Restore the files, and make the change in a new migration.`,
    );
}

/**
 * Records checksums of applied files. Migrations that predate checksums are recorded as they are at the first start.
 */
async function recordChecksums(client: pg.PoolClient, all: MigrationFile[]): Promise<void> {
  const rows = await queryRows(client, AppliedMigration, 'select name from kysely_migration');
  const applied = new Set(rows.map(({ name }) => name));
  const files = all.filter(([name]) => applied.has(name));
  try {
    await client.query(
      `create table if not exists kysely_migration_checksum (
        name text primary key, sha256 text not null, recorded_at timestamptz not null default now())`,
    );
    await client.query(
      `insert into kysely_migration_checksum (name, sha256) select * from unnest($1::text[], $2::text[]) on conflict do nothing`,
      [files.map(([name]) => name), files.map(([, text]) => checksumOf(text))],
    );
  } catch (error) {
    // The application's role only compares; the owner records checksums at its next start.
    if (codeOf(error) !== NOT_ALLOWED) throw error;
  }
}

function providerOf(files: MigrationFile[], pool: pg.Pool): MigrationProvider {
  const run = async (db: Kysely<unknown>, text: string) => {
    await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(db);
    await sql.raw(text).execute(db);
  };
  return {
    async getMigrations() {
      const own = Object.fromEntries(
        files.map(([name, text]) => [name, { up: (db: Kysely<unknown>) => run(db, text) }]),
      );
      // Kysely requires every migration that has been applied.
      const rows = await queryRows(pool, AppliedMigration, 'select name from kysely_migration');
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
