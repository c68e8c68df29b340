import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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

test('four processes that start immediately on an empty database make one schema, once [R10]', async () => {
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

test('an interrupted start leaves whole migrations, and the next one goes on from there [R10]', async () => {
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

test('an older version starts on the schema of a newer one, and brings what the newer one has not got [R10]', async () => {
  const url = await emptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'portico-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(FOLDER, folder, { recursive: true });
  await writeFile(join(folder, '9000_newer.sql'), 'create table of_newer_versions (id int)');
  await rm(join(folder, `${files.at(-1)}.sql`));
  await migrateToLatest(url, undefined, { folder: pathToFileURL(`${folder}/`) });
  expect(await migrateToLatest(url)).toEqual([files.at(-1)]);
  expect(await recordedIn(url)).toEqual([...files, '9000_newer']);
  expect(await tablesOf(url)).toContain('of_newer_versions');
});

test('a database that is not there is an error that says so, without the password', async () => {
  const url = new URL(inject('clusterUrl'));
  url.pathname = '/never-made';
  const failure = await migrateToLatest(url.href).catch((error: Error) => error);
  expect(String(failure)).toContain('"never-made" does not exist');
  expect(String(failure)).not.toContain(url.password);
});
