import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDatabase, dropDatabase, withConnection } from '@portico/dev-database/databases';
import { expect, inject, onTestFinished, test } from 'vitest';
import { migrateToLatest } from './migrate.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
const files = (await readdir(FOLDER)).sort().map((name) => name.replace('.sql', ''));

async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  onTestFinished(() => dropDatabase(inject('clusterUrl'), name));
  return createDatabase(inject('clusterUrl'), name);
}
const tablesOf = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`,
    );
    return rows.map((row) => row.name);
  });

const recordedIn = (url: string) =>
  withConnection(url, async (client) => {
    const {
      rows: [table],
    } = await client.query<{ exists: boolean }>(`select to_regclass('kysely_migration') is not null as exists`);
    if (!table?.exists) return [];
    return (await client.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(
      ({ name }) => name,
    );
  });

test('four processes that start at the same time on an empty database create the schema once [R10]', async () => {
  const url = await emptyDatabase();
  const reported: string[] = [];
  const applied = await Promise.all(
    Array.from({ length: 4 }, () => migrateToLatest(url, (name) => reported.push(name))),
  );
  expect(applied.flat().sort()).toEqual(files);
  expect(reported.sort()).toEqual(files);
  expect(await migrateToLatest(url)).toEqual([]);
  expect(await tablesOf(url)).toContain('content_items');
});

test('migrating leaves no connection open, whether or not there was anything to do', async () => {
  const url = await emptyDatabase();
  for (const expected of [files.length, 0]) {
    expect(await migrateToLatest(url)).toHaveLength(expected);
    await withConnection(inject('clusterUrl'), async (client) => {
      const connections = async () =>
        (await client.query('select from pg_stat_activity where datname = $1', [new URL(url).pathname.slice(1)])).rows;
      await expect.poll(connections).toEqual([]);
    });
  }
});

test('an interrupted start leaves only complete migrations, and the next start continues from there [R10]', async () => {
  const url = await emptyDatabase();
  for (const delay of [0, 20, 60]) {
    const interrupted = migrateToLatest(url).then(
      () => 'done',
      () => 'interrupted',
    );
    await new Promise((resolve) => setTimeout(resolve, delay));
    await withConnection(inject('clusterUrl'), (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        new URL(url).pathname.slice(1),
      ]),
    );
    await interrupted;
    const [first, last] = await Promise.all([tablesOf(url), recordedIn(url)]);
    expect(first.length > 0, first.join()).toBe(last.length > 0);
    expect(last).toEqual(files.slice(0, last.length));
  }
  await migrateToLatest(url);
  expect(await migrateToLatest(url)).toEqual([]);
  expect(await tablesOf(url)).toContain('menu_items');
});

/** A folder with these migrations, which run faster than the portal's own. */
async function migrationsOf(...names: string[]): Promise<{ path: string; options: { folder: URL } }> {
  const path = await mkdtemp(join(tmpdir(), 'portico-migrations-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const name of names) await writeFile(join(path, `${name}.sql`), `create table of_${name.slice(5)} ();\n`);
  return { path, options: { folder: pathToFileURL(`${path}/`) } };
}

test('an older version starts on the schema of a newer one and adds the migrations that are missing [R10]', async () => {
  const url = await emptyDatabase();
  const newer = await migrationsOf('0001_one', '0003_three');
  const older = await migrationsOf('0001_one', '0002_two');
  await migrateToLatest(url, undefined, newer.options);
  expect(await migrateToLatest(url, undefined, older.options)).toEqual(['0002_two']);
  expect(await recordedIn(url)).toEqual(['0001_one', '0002_two', '0003_three']);
  expect(await tablesOf(url)).toEqual(['of_one', 'of_three', 'of_two']);
});

test('a missing database is reported without the password', async () => {
  const url = new URL(inject('clusterUrl'));
  url.pathname = '/never-made';
  const failure = await migrateToLatest(url.href).catch((error: Error) => error);
  expect(String(failure)).toContain('"never-made" does not exist');
  expect(String(failure)).not.toContain(url.password);
});

const checksumsIn = (url: string) =>
  withConnection(
    url,
    async (client) =>
      (
        await client.query<{ name: string; sha256: string }>(
          'select name, sha256 from kysely_migration_checksum order by name',
        )
      ).rows,
  );

test('a migration that was changed after it was applied stops the start and is named in the error [R10]', async () => {
  const url = await emptyDatabase();
  const { path: folder, options } = await migrationsOf();
  await writeFile(join(folder, '0001_one.sql'), 'create table one ();\ncreate table uno ();\n');
  await migrateToLatest(url, undefined, options);
  await writeFile(join(folder, '0001_one.sql'), 'create table one ();\r\ncreate table uno ();\r\n');
  await writeFile(join(folder, '0002_two.sql'), 'create table two ();');
  expect(await migrateToLatest(url, undefined, options), 'line endings do not matter').toEqual(['0002_two']);
  await writeFile(join(folder, '0001_one.sql'), 'create table one (id int);');
  await writeFile(join(folder, '0003_three.sql'), 'create table three ();');
  await expect(migrateToLatest(url, undefined, options)).rejects.toThrow(
    /changed after they had been applied: 0001_one\. Restore the files/,
  );
  expect(await tablesOf(url)).toEqual(['one', 'two', 'uno']);
});

test('a database that predates checksums starts and records them once [R10]', async () => {
  const url = await emptyDatabase();
  const { options } = await migrationsOf('0001_one', '0002_two');
  await migrateToLatest(url, undefined, options);
  const noted = await checksumsIn(url);
  expect(noted.map(({ name }) => name)).toEqual(['0001_one', '0002_two']);
  await withConnection(url, (client) => client.query('drop table kysely_migration_checksum'));
  expect(await migrateToLatest(url, undefined, options)).toEqual([]);
  expect(await checksumsIn(url)).toEqual(noted);
});
