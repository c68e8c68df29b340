import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod/mini';
import { withConnection } from '@portico/dev-database/databases';
import { migrateToLatest } from '@portico/server/db/migrate';
import { prepareDatabase } from '@portico/server/db/prepareDatabase';
import { queryRows } from '@portico/server/db/rows';
import type { Tell } from '../progress.ts';
import { listFiles, measureFile, writeChecked, type Checked } from './checkedFiles.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { columnList, listOwnTables, quoted } from './ownTables.ts';

export interface RestoreOptions {
  folder: string;
  /** An empty database, as its owner. */
  databaseUrl: string;
  /** The same as the role that the portal runs as. */
  applicationUrl: string;
  /** Where the file store is to be; must not be there yet, or be empty. */
  storeDir: string;
  tell?: Tell;
}

/**
 * Restores the portal of a backup into an empty database and an empty file store, and brings it up to date. Everything
 * is checked against the manifest before anything is written. Throws an Error that says what prevents it.
 */
export async function restoreBackup({
  folder,
  databaseUrl,
  applicationUrl,
  storeDir,
  tell = () => {},
}: RestoreOptions): Promise<Manifest> {
  const manifest = await readManifest(folder);
  tell('checking');
  await assertWhole(folder, manifest);
  await assertEmpty(databaseUrl, storeDir);
  const unfinished = `${storeDir}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  for (const [index, { key }] of manifest.files.entries()) {
    tell(`files ${index + 1} of ${manifest.files.length}`);
    await writeChecked(createReadStream(join(folder, 'files', key)), join(unfinished, key));
  }
  const applied = await migrateToLatest(databaseUrl, tell, { only: manifest.migrations });
  const unknown = manifest.migrations.filter((name) => !applied.includes(name));
  if (unknown.length > 0)
    throw new Error(`The backup is from a newer version of the portal. Unknown here: ${unknown.join(', ')}.`);
  await withConnection(databaseUrl, (client) => fillTables(client, folder, manifest, tell));
  await mkdir(dirname(storeDir), { recursive: true });
  await rename(unfinished, storeDir);
  await prepareDatabase({ ownerUrl: databaseUrl, applicationUrl });
  return manifest;
}

async function assertWhole(folder: string, { tables, files }: Manifest): Promise<void> {
  const parts: Array<Checked & { path: string }> = [
    ...tables.map((table) => ({ ...table, path: table.file })),
    ...files.map((file) => ({ ...file, path: `files/${file.key}` })),
  ];
  for (const { path, bytes, sha256 } of parts) {
    const found = await measureFile(join(folder, path)).catch(() => undefined);
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${path} is ${found ? 'altered' : 'missing'}.`);
  }
}

async function assertEmpty(databaseUrl: string, storeDir: string): Promise<void> {
  const tables = await withConnection(databaseUrl, (client) => listOwnTables(client));
  if (tables.length > 0)
    throw new Error(
      `The database is not empty: it has the table ${tables[0]!.schema}.${tables[0]!.name}. Restore into a new database or data folder.`,
    );
  if ((await listFiles(storeDir)).length > 0)
    throw new Error(`${storeDir} is not empty. Restore into a new data folder.`);
  await rm(join(storeDir, '.incoming'), { recursive: true, force: true });
  await rmdir(storeDir).catch(() => undefined);
}

type Client = Parameters<Parameters<typeof withConnection>[1]>[0];

/** All rows in one transaction, past triggers, and the foreign keys checked over all of them at the end. */
async function fillTables(client: Client, folder: string, manifest: Manifest, tell: Tell): Promise<void> {
  await client.query('begin');
  const present = await listOwnTables(client);
  for (const table of manifest.tables) {
    const target = present.find(({ schema, name }) => schema === table.schema && name === table.name);
    if (!target || target.columns.toSorted().join() !== table.columns.toSorted().join())
      throw new Error(`The table ${table.schema}.${table.name} of the backup does not match this version.`);
  }
  const foreignKeys = await dropForeignKeys(client);
  for (const table of present) {
    await client.query(`alter table ${quoted(table)} disable trigger user`);
    await client.query(`delete from ${quoted(table)}`);
  }
  for (const table of manifest.tables) {
    tell(`${table.schema}.${table.name}, ${table.rows} rows`);
    const sink = client.query(copyFrom(`copy ${quoted(table)} (${columnList(table)}) from stdin`)) as Writable;
    await pipeline(createReadStream(join(folder, table.file)), sink);
  }
  for (const { schema, name, lastValue } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted({ schema, name }), lastValue]);
  for (const table of present) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const { add } of foreignKeys) await client.query(add);
  await client.query('commit');
  await client.query('analyze');
}

/** Returns the statements that restore them. */
async function dropForeignKeys(client: Pick<pg.Pool, 'query'>): Promise<Array<{ add: string }>> {
  const rows = await queryRows(
    client,
    z.object({ drop: z.string(), add: z.string() }),
    `
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace::regnamespace::text !~ '^pg_' order by conrelid, conname`,
  );
  for (const { drop } of rows) await client.query(drop);
  return rows;
}
