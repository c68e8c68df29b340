import { readFile, readdir } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type MigrationProvider } from 'kysely/migration';
import pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);

/** The `NNNN_<word>.sql` files in order. Forward only: there is no way down. */
const provider: MigrationProvider = {
  async getMigrations() {
    const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    return Object.fromEntries(
      files.map((name) => [
        name.replace('.sql', ''),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(await readFile(new URL(name, FOLDER), 'utf8')).execute(db)) },
      ]),
    );
  },
};

/**
 * Brings the schema up to date in one transaction and returns the names of the files applied.
 * Safe with several processes at once: one works, the others wait. Throws the first error, and then nothing is changed.
 */
export async function migrateToLatest(databaseUrl: string, onProgress: (name: string) => void = () => {}): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2, connectionTimeoutMillis: 10_000 });
  // A connection that is lost fails its statement; without listeners it would end the process as well.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest();
    const applied = results.filter((result) => result.status === 'Success').map((result) => result.migrationName);
    for (const name of applied) onProgress(name);
    if (error) throw error;
    return applied;
  } finally {
    await db.destroy();
  }
}
