import { createReadStream, existsSync } from 'node:fs';
import { mkdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod/mini';
import { withConnection } from '@portico/dev-database/databases';
import { queryRows } from '@portico/server/db/rows';
import type { Tell } from '../progress.ts';
import { listFiles, writeChecked } from './checkedFiles.ts';
import { MANIFEST, sealed, Sequence, type Manifest } from './manifest.ts';
import { listOwnTables, quoted, rowsInOrder } from './ownTables.ts';

export interface BackupOptions {
  databaseUrl: string;
  /** Folder of the file store. */
  storeDir: string;
  /** Where the backup goes; must not be there yet, or be empty. */
  folder: string;
  tell?: Tell;
}

/**
 * Copies the portal into a folder while it runs: all rows as they are at one instant, and then all files, which are
 * only ever added. The folder has its name once it is whole. Returns the manifest.
 */
export async function writeBackup({
  databaseUrl,
  storeDir,
  folder,
  tell = () => {},
}: BackupOptions): Promise<Manifest> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Error(`${folder} already exists and is not an empty folder.`);
  });
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'files'), { recursive: true, mode: 0o700 });
  const rows = await copyRows(databaseUrl, unfinished, tell);
  const files: Manifest['files'] = [];
  const keys = await listFiles(storeDir);
  for (const key of keys) {
    if (existsSync(join(storeDir, key)))
      files.push({
        key,
        ...(await writeChecked(createReadStream(join(storeDir, key)), join(unfinished, 'files', key))),
      });
    tell(`files ${files.length} of ${keys.length}`);
  }
  const manifest: Manifest = { format: 2, ...rows, files };
  await writeFile(join(unfinished, MANIFEST), sealed(manifest), { flush: true });
  await mkdir(dirname(folder), { recursive: true });
  await rename(unfinished, folder);
  return manifest;
}

async function copyRows(databaseUrl: string, folder: string, tell: Tell): Promise<Omit<Manifest, 'format' | 'files'>> {
  return withConnection(databaseUrl, async (client) => {
    await client.query(`set timezone to 'UTC'`);
    await client.query('begin isolation level repeatable read read only');
    const [about] = await queryRows(
      client,
      z.object({ takenAt: z.date(), postgres: z.string() }),
      `select now() as "takenAt", current_setting('server_version') as postgres`,
    );
    const migrations = await queryRows(
      client,
      z.object({ name: z.string() }),
      'select name from kysely_migration order by name',
    );
    const sequences = await queryRows(
      client,
      Sequence,
      `select schemaname as schema, sequencename as name, last_value::text as "lastValue" from pg_sequences where last_value is not null order by 1, 2`,
    );
    const tables: Manifest['tables'] = [];
    for (const table of await listOwnTables(client)) {
      tell(`${table.schema}.${table.name}`);
      const [counted] = await queryRows(
        client,
        z.object({ rows: z.int() }),
        `select count(*)::int as rows from ${quoted(table)}`,
      );
      const file = `rows/${table.schema}.${table.name}.copy`;
      const source = client.query(copyTo(`copy (${rowsInOrder(table)}) to stdout`)) as Readable;
      tables.push({ ...table, rows: counted!.rows, file, ...(await writeChecked(source, join(folder, file))) });
    }
    await client.query('commit');
    return {
      takenAt: about!.takenAt.toISOString(),
      postgres: about!.postgres,
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences,
    };
  });
}
