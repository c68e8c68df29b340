import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { z } from 'zod/mini';
import { withConnection } from '../db/connection.ts';
import { listMigrations, migrateToLatest } from '../db/migrate.ts';
import { prepareDatabase } from '../db/prepareDatabase.ts';
import { queryRows } from '../db/rows.ts';
import { listKeys, type ObjectStore } from '../media/store/objectStore.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { measure, type Checked } from './measure.ts';
import { reasonOf } from '../errors.ts';
import { columnList, listOwnTables, quoted } from './ownTables.ts';
import type { PartReader, OnProgress } from './parts.ts';

export interface RestoreOptions {
  /** An empty database, connected as its owner. */
  databaseUrl: string;
  /** The same database as the role that the portal runs as. */
  applicationUrl: string;
  /** Must be empty, or contain only files of this backup, left by an interrupted restore. */
  store: ObjectStore;
  onProgress?: OnProgress;
}

/**
 * Restores a backup into an empty database and an empty file store, and brings the schema up to date. The whole backup
 * is checked against the manifest before anything is written. Throws an Error that says what prevents it.
 */
export async function restoreBackup(
  parts: PartReader,
  { databaseUrl, applicationUrl, store, onProgress = () => {} }: RestoreOptions,
): Promise<Manifest> {
  const manifest = await findRestorable(parts, { databaseUrl, store });
  await assertWhole(parts, manifest, onProgress);
  for (const [index, file] of manifest.files.entries()) {
    onProgress(`files ${index + 1} of ${manifest.files.length}`);
    await store.put(file.key, await openPart(parts, `files/${file.key}`));
    await assertStored(store, file);
  }
  await restoreRows(parts, manifest, { databaseUrl, onProgress });
  await prepareDatabase({ ownerUrl: databaseUrl, applicationUrl });
  // The backup was made while it was recorded as running.
  await withConnection(databaseUrl, (client) => client.query(`delete from backup_runs where state = 'running'`));
  return manifest;
}

/** What a restore would bring. Changes nothing. Throws an Error that says why this version can't restore it there. */
export async function findRestorable(
  parts: PartReader,
  { databaseUrl, store }: Pick<RestoreOptions, 'databaseUrl' | 'store'>,
): Promise<Manifest> {
  const manifest = await readManifest(parts);
  await assertKnown(manifest);
  await assertEmpty(databaseUrl, store, manifest);
  return manifest;
}

/** Fills an empty database with the schema and rows of a backup, exactly as they were. */
export async function restoreRows(
  parts: PartReader,
  manifest: Manifest,
  { databaseUrl, onProgress = () => {} }: { databaseUrl: string; onProgress?: OnProgress },
): Promise<void> {
  await assertKnown(manifest);
  await migrateToLatest(databaseUrl, onProgress, { only: manifest.migrations });
  await withConnection(databaseUrl, (client) => fillTables(client, parts, manifest, onProgress));
}

async function assertKnown({ migrations }: Manifest): Promise<void> {
  const known = await listMigrations();
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`The backup is from a newer version of the portal. Unknown here: ${unknown.join(', ')}.`);
}

/** Reads everything once and compares it with the manifest. */
export async function assertWhole(
  parts: PartReader,
  { tables, files }: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const expected: Array<Checked & { path: string }> = [
    ...tables.map((table) => ({ ...table, path: table.file })),
    ...files.map((file) => ({ ...file, path: `files/${file.key}` })),
  ];
  for (const [index, { path, bytes, sha256 }] of expected.entries()) {
    onProgress(`checking ${index + 1} of ${expected.length}`);
    const stream = await openPart(parts, path);
    const found = await measure(stream).catch((cause: Error) => {
      throw new Error(`The backup cannot be read: ${path}: ${reasonOf(cause)}.`, { cause });
    });
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new Error(`The backup is damaged: ${path} is altered.`);
  }
}

async function openPart(parts: PartReader, path: string): Promise<Readable> {
  const stream = await parts.open(path);
  if (!stream) throw new Error(`The backup is damaged: ${path} is missing.`);
  return stream;
}

async function assertEmpty(databaseUrl: string, store: ObjectStore, { files }: Manifest): Promise<void> {
  const tables = await withConnection(databaseUrl, (client) => listOwnTables(client));
  if (tables.length > 0)
    throw new Error(
      `The database is not empty: it has the table ${tables[0]!.schema}.${tables[0]!.name}. Restore into a new database or data folder.`,
    );
  const backedUpKeys = new Set(files.map(({ key }) => key));
  const foreign = (await listKeys(store)).find((key) => !backedUpKeys.has(key));
  if (foreign !== undefined)
    throw new Error(`The file store is not empty: it has ${foreign}. Restore into a new data folder or bucket.`);
}

/** The store may still contain what an interrupted restore wrote, so its current content is compared. */
async function assertStored(store: ObjectStore, { key, sha256 }: Manifest['files'][number]): Promise<void> {
  const object = await store.open(key);
  const found = object && (await measure(object.stream));
  if (found?.sha256 !== sha256) throw new Error(`The file store has another ${key}. Restore into a new one.`);
}

/** Restores all rows in one transaction without triggers, and checks the foreign keys at the end. */
async function fillTables(
  client: pg.Client,
  parts: PartReader,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  await client.query('set statement_timeout to 0');
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
    onProgress(`${table.schema}.${table.name}, ${table.rows} rows`);
    const sink = client.query(copyFrom(`copy ${quoted(table)} (${columnList(table)}) from stdin`)) as Writable;
    await pipeline(await openPart(parts, table.file), sink);
  }
  for (const { schema, name, lastValue } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [quoted({ schema, name }), lastValue]);
  for (const table of present) await client.query(`alter table ${quoted(table)} enable trigger user`);
  for (const { add } of foreignKeys) await client.query(add);
  await client.query('commit');
  await client.query('analyze');
}

/** Returns the statements that re-create them. */
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
