import { Readable } from 'node:stream';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod/mini';
import { withConnection } from '../db/connection.ts';
import { queryRows } from '../db/rows.ts';
import { listKeys, type ObjectStore } from '../media/store/objectStore.ts';
import { MANIFEST, sealed, Sequence, type Manifest } from './manifest.ts';
import { measuring, type Checked } from './measure.ts';
import { listOwnTables, quoted, rowsInOrder } from './ownTables.ts';
import type { PartWriter, OnProgress } from './parts.ts';

export interface BackupOptions {
  databaseUrl: string;
  store: ObjectStore;
  onProgress?: OnProgress;
}

/**
 * Copies the portal while it runs: first all rows as of one instant, then all files, which are only ever added, and
 * finally the manifest. Returns the manifest.
 */
export async function writeBackup(
  parts: PartWriter,
  { databaseUrl, store, onProgress = () => {} }: BackupOptions,
): Promise<Manifest> {
  const rows = await withConnection(databaseUrl, (client) => copyRows(client, parts, onProgress));
  const files: Manifest['files'] = [];
  const keys = await listKeys(store);
  for (const key of keys) {
    const object = await store.open(key);
    if (object) files.push({ key, ...(await writeMeasured(parts, `files/${key}`, object.stream)) });
    onProgress(`files ${files.length} of ${keys.length}`);
  }
  const manifest: Manifest = { format: 2, ...rows, files };
  await parts.write(MANIFEST, Readable.from(Buffer.from(sealed(manifest)), { objectMode: false }));
  return manifest;
}

async function writeMeasured(parts: PartWriter, path: string, source: Readable): Promise<Checked> {
  const measured = measuring();
  try {
    await parts.write(path, Readable.from(measured.through(source), { objectMode: false }));
  } finally {
    source.destroy();
  }
  return measured.result();
}

async function copyRows(
  client: pg.Client,
  parts: PartWriter,
  onProgress: OnProgress,
): Promise<Omit<Manifest, 'format' | 'files'>> {
  await client.query(`set timezone to 'UTC'; set statement_timeout to 0; set idle_in_transaction_session_timeout to 0`);
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
    onProgress(`${table.schema}.${table.name}`);
    const rows = await countRows(client, table);
    const file = `rows/${table.schema}.${table.name}.copy`;
    const source = client.query(copyTo(`copy (${rowsInOrder(table)}) to stdout`)) as Readable;
    tables.push({ ...table, rows, file, ...(await writeMeasured(parts, file, source)) });
  }
  await client.query('commit');
  return {
    takenAt: about!.takenAt.toISOString(),
    postgres: about!.postgres,
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences,
  };
}

export async function countRows(
  client: Pick<pg.Client, 'query'>,
  table: { schema: string; name: string },
): Promise<number> {
  const [counted] = await queryRows(
    client,
    z.object({ rows: z.int() }),
    `select count(*)::int as rows from ${quoted(table)}`,
  );
  return counted!.rows;
}
