import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createDatabase, dropDatabase, withConnection } from '@portico/dev-database/databases';
import { publish, saveDraft } from '@portico/server/content/publication';
import { createDb, createPool } from '@portico/server/db/pool';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { crashDraft } from '@portico/server/testing/crashWriter';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, inject, onTestFinished, test } from 'vitest';
import { listFiles, measureFile } from './checkedFiles.ts';
import { listOwnTables, quoted } from './ownTables.ts';
import { restoreBackup } from './restoreBackup.ts';
import { writeBackup } from './writeBackup.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-backup-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A digest of all rows of every table, whatever order they lie in, and the position of every sequence. */
const checksums = (url: string): Promise<Record<string, unknown>> =>
  withConnection(url, async (client) => {
    await client.query(`set timezone to 'UTC'`);
    const sums: Record<string, unknown> = {};
    for (const table of await listOwnTables(client)) {
      const {
        rows: [row],
      } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(one::text, chr(10) order by one::text)), '') as sum from ${quoted(table)} one`,
      );
      sums[quoted(table)] = row!.sum;
    }
    sums['sequences'] = (
      await client.query('select schemaname, sequencename, last_value from pg_sequences order by 1, 2')
    ).rows;
    return sums;
  });

const hashes = async (folder: string) =>
  Object.fromEntries(
    await Promise.all(
      (await listFiles(folder)).map(async (key) => [key, (await measureFile(join(folder, key))).sha256] as const),
    ),
  );

/** A portal with items in every state, people, an audit log, odd texts, a waiting job and some files. */
async function filledPortal() {
  const { url, db } = await testDatabase();
  const storeDir = join(await temporaryFolder(), 'files');
  const store = createDiskStore(storeDir);
  const make = contentMaker(db, { now: new Date() });
  await make.news({
    header: 'Line\nbreak, tab\t, back\\slash, \\N and “quotes” …',
    categories: ['a,b', '{c}', '"d"', 'NULL'],
  });
  await make.event();
  await make.news({ isDraft: true });
  for (let version = 0, itemId = crypto.randomUUID(); version < 6; version += 2) {
    await saveDraft(db, { itemId, kind: 'news', version }, crashDraft(itemId, version), { now: new Date() });
    await publish(db, { itemId, version: version + 1 }, { now: new Date() });
  }
  await db
    .insertInto('users')
    .values({ issuer: 'https://idp.test', subject: 'ana', given_name: 'Ana', roles: ['member', 'editor'] })
    .execute();
  await withConnection(url, (client) => client.query(`select graphile_worker.add_job('ring', '{"bell": 1}')`));
  for (let i = 0; i < 5; i += 1) await store.put(`pictures/${i}/800.webp`, Buffer.alloc(100_000 * i, i));
  return { url, db, store, storeDir };
}

async function emptyDatabase(): Promise<{ url: string; applicationUrl: string }> {
  const name = `restore_${crypto.randomUUID().replaceAll('-', '')}`;
  onTestFinished(() => dropDatabase(inject('clusterUrl'), name));
  const url = await createDatabase(inject('clusterUrl'), name);
  return {
    url,
    applicationUrl: Object.assign(new URL(url), { username: 'portico_app', password: 'portico_app' }).href,
  };
}

test('a restored portal equals the one that was backed up, and works [R11]', async () => {
  const { url, storeDir } = await filledPortal();
  const folder = join(await temporaryFolder(), 'tonight');
  const manifest = await writeBackup({ databaseUrl: url, storeDir, folder });
  expect(manifest.files).toHaveLength(5);
  const target = await emptyDatabase();
  const newStore = join(await temporaryFolder(), 'files');
  await restoreBackup({ folder, databaseUrl: target.url, applicationUrl: target.applicationUrl, storeDir: newStore });
  expect(await checksums(target.url)).toEqual(await checksums(url));
  expect(Object.keys(await hashes(newStore))).toHaveLength(5);
  expect(await hashes(newStore)).toEqual(await hashes(storeDir));

  const db = createDb(createPool({ url: target.applicationUrl, max: 2, prepare: true, statementTimeoutMs: 5000 }));
  onTestFinished(() => db.destroy());
  await contentMaker(db, { now: new Date() }).news({ header: 'After' });
  await withConnection(target.url, async (client) => {
    expect((await client.query('select audit_log_breaks()')).rows, 'the chain of the audit log goes on').toEqual([]);
    await expect(client.query('delete from audit_log')).rejects.toThrow('kept as they are');
    await expect(
      client.query(`insert into content_revisions select (r).* from (select r from content_revisions r limit 1)`),
    ).rejects.toThrow(/duplicate key/);
    expect(
      (await client.query(`select count(*)::int as keys from pg_constraint where contype = 'f' and not convalidated`))
        .rows,
    ).toEqual([{ keys: 0 }]);
  });
});

test('a backup of a portal in use shows one instant: every item in it is complete [R11]', async () => {
  const { url, storeDir, db } = await filledPortal();
  let isOver = false;
  const writers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const itemId = crypto.randomUUID();
      await saveDraft(db, { itemId, kind: 'news', version: 0 }, crashDraft(itemId, 1), { now: new Date() });
      await publish(db, { itemId, version: 1 }, { now: new Date() });
    }
  });
  const folder = join(await temporaryFolder(), 'busy');
  await writeBackup({ databaseUrl: url, storeDir, folder });
  isOver = true;
  await Promise.all(writers);
  const target = await emptyDatabase();
  await restoreBackup({
    folder,
    databaseUrl: target.url,
    applicationUrl: target.applicationUrl,
    storeDir: join(await temporaryFolder(), 'files'),
  });
  const { rows } = await withConnection(target.url, (client) =>
    client.query(`
    select item.id from content_items item left join audit_log entry on entry.object_id = item.id::text
    group by item.id, item.version having count(entry.id) <> item.version`),
  );
  expect(rows).toEqual([]);
});

test('an unsuitable backup or target is rejected before anything is written [R11]', async () => {
  const { url, storeDir } = await filledPortal();
  const place = await temporaryFolder();
  const folder = join(place, 'kept');
  await writeBackup({ databaseUrl: url, storeDir, folder });
  await expect(writeBackup({ databaseUrl: url, storeDir, folder })).rejects.toThrow('already exists');
  const target = { databaseUrl: url, applicationUrl: url, storeDir: join(place, 'files'), folder };
  await expect(restoreBackup(target)).rejects.toThrow('The database is not empty');
  const empty = await emptyDatabase();
  const fresh = { ...target, databaseUrl: empty.url, applicationUrl: empty.applicationUrl };
  await expect(restoreBackup({ ...fresh, storeDir })).rejects.toThrow('is not empty');
  await expect(restoreBackup({ ...fresh, folder: place })).rejects.toThrow('is not a complete backup');

  const damaged = join(folder, 'rows', 'public.content_items.copy');
  const whole = await readFile(damaged, 'utf8');
  await writeFile(damaged, whole.replace('news', 'page'));
  await expect(restoreBackup(fresh)).rejects.toThrow('rows/public.content_items.copy is altered');
  await writeFile(damaged, whole);
  await rm(join(folder, 'files', 'pictures', '3'), { recursive: true });
  await expect(restoreBackup(fresh)).rejects.toThrow('files/pictures/3/800.webp is missing');
  expect(await withConnection(empty.url, listOwnTables)).toEqual([]);
  expect(await readdir(place)).toEqual(['kept']);
});

test('npm run backup and npm run restore move the embedded portal to a new data folder [R11]', async () => {
  const place = await temporaryFolder();
  const run = async (command: string, dataDir: string, ...args: string[]) => {
    const env = { PATH: process.env.PATH, PORTICO_DATA_DIR: join(place, dataDir), INIT_CWD: place };
    const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), command, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  const { url, storeDir } = await filledPortal();
  await writeBackup({ databaseUrl: url, storeDir, folder: join(place, 'first') });
  expect(await run('restore', 'new', 'first')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringContaining('and 5 files') as string,
  });
  expect(await run('backup', 'new', 'second')).toMatchObject({ code: 0, err: '' });
  const of = async (folder: string) =>
    JSON.parse(await readFile(join(place, folder, 'manifest.json'), 'utf8')) as {
      tables: Array<{ sha256: string; name: string }>;
      files: unknown;
    };
  const [first, second] = [await of('first'), await of('second')];
  expect(second.files).toEqual(first.files);
  expect(second.tables.map(({ name, sha256 }) => [name, sha256])).toEqual(
    first.tables.map(({ name, sha256 }) => [name, sha256]),
  );
  expect(await run('restore', 'new', 'first')).toMatchObject({
    code: 1,
    err: expect.stringContaining('The database is not empty') as string,
  });
  expect(await run('backup', 'new')).toMatchObject({
    code: 2,
    out: expect.stringContaining('npm run restore') as string,
  });
}, 60_000);
