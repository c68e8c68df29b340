import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withConnection } from '../db/connection.ts';
import { createDb, createPool } from '../db/pool.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import { listKeys } from '../media/store/objectStore.ts';
import { contentMaker } from '../testing/contentMaker.ts';
import { expect, onTestFinished, test } from 'vitest';
import { MANIFEST, sealed, type Manifest } from './manifest.ts';
import { measure } from './measure.ts';
import { listOwnTables } from './ownTables.ts';
import {
  checksums,
  emptyDatabase,
  filledPortal,
  restoreFrom,
  temporaryFolder,
  writeInto,
} from '../testing/filledPortal.ts';

const hashes = async (folder: string) => {
  const store = createDiskStore(folder);
  return Object.fromEntries(
    await Promise.all(
      (await listKeys(store)).map(
        async (key) => [key, (await measure((await store.open(key))!.stream)).sha256] as const,
      ),
    ),
  );
};

test('a restored portal equals the one that was backed up, and works [R11]', async () => {
  const { url, store, storeDir } = await filledPortal();
  const folder = join(await temporaryFolder(), 'tonight');
  const manifest = await writeInto({ databaseUrl: url, store, folder });
  expect(manifest.files).toHaveLength(5);
  const target = await emptyDatabase();
  const newStore = join(await temporaryFolder(), 'files');
  await restoreFrom({
    folder,
    databaseUrl: target.url,
    applicationUrl: target.applicationUrl,
    store: createDiskStore(newStore),
  });
  expect(await checksums(target.url)).toEqual(await checksums(url));
  expect(Object.keys(await hashes(newStore))).toHaveLength(5);
  expect(await hashes(newStore)).toEqual(await hashes(storeDir));

  const db = createDb(createPool({ url: target.applicationUrl, max: 2, prepare: true, statementTimeoutMs: 5000 }));
  onTestFinished(() => db.destroy());
  await contentMaker(db, { now: new Date() }).news({ header: 'After' });
  await withConnection(target.url, async (client) => {
    expect(
      (await client.query('select audit_log_breaks()')).rows,
      'the hash chain of the audit log is unbroken',
    ).toEqual([]);
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

test('an unsuitable backup or target is rejected before anything is written [R11]', async () => {
  const { url, store } = await filledPortal();
  const parent = await temporaryFolder();
  const folder = join(parent, 'kept');
  await writeInto({ databaseUrl: url, store, folder });
  await expect(writeInto({ databaseUrl: url, store, folder })).rejects.toThrow('already exists');
  const target = { databaseUrl: url, applicationUrl: url, store: createDiskStore(join(parent, 'files')), folder };
  await expect(restoreFrom(target)).rejects.toThrow('The database is not empty');
  const empty = await emptyDatabase();
  const fresh = { ...target, databaseUrl: empty.url, applicationUrl: empty.applicationUrl };
  const used = createDiskStore(join(await temporaryFolder(), 'used'));
  await used.put('pictures/9/800.webp', Buffer.from('another portal'));
  await expect(restoreFrom({ ...fresh, store: used })).rejects.toThrow(
    'The file store is not empty: it has pictures/9/800.webp',
  );
  await expect(restoreFrom({ ...fresh, folder: parent })).rejects.toThrow('is not a complete backup');

  const damaged = join(folder, 'rows', 'public.content_items.copy');
  const whole = await readFile(damaged, 'utf8');
  await writeFile(damaged, whole.replace('news', 'page'));
  await expect(restoreFrom(fresh)).rejects.toThrow('rows/public.content_items.copy is altered');
  await writeFile(damaged, whole);
  const manifest = join(folder, 'manifest.json');
  const original = await readFile(manifest, 'utf8');
  for (const altered of [
    original.replace(/"rows": (\d+)/, '"rows": 1$1'),
    original.replace(/"lastValue": "\d+"/, '"lastValue": "1000000"'),
    original.replace(/\n "sha256": "[0-9a-f]+"/, '').replace(/,(?=\n})/, ''),
    original.slice(0, original.length / 2),
  ]) {
    await writeFile(manifest, altered);
    await expect(restoreFrom(fresh)).rejects.toThrow('manifest.json is altered');
  }
  await writeFile(manifest, original);
  await rm(join(folder, 'files', 'pictures', '3'), { recursive: true });
  await expect(restoreFrom(fresh)).rejects.toThrow('files/pictures/3/800.webp is missing');
  expect(await withConnection(empty.url, listOwnTables)).toEqual([]);
  expect(await readdir(parent)).toEqual(['kept']);
});

test('a backup of a newer version writes nothing, so that version can restore it there [OPS-523]', async () => {
  const { url, store } = await filledPortal();
  const parent = await temporaryFolder();
  const folder = join(parent, 'newer');
  await writeInto({ databaseUrl: url, store, folder });
  const file = join(folder, MANIFEST);
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Manifest;
  await writeFile(file, sealed({ ...manifest, migrations: [...manifest.migrations, '9999_later'] }));
  const empty = await emptyDatabase();
  const target = { databaseUrl: empty.url, applicationUrl: empty.applicationUrl };
  await expect(restoreFrom({ ...target, store: createDiskStore(join(parent, 'files')), folder })).rejects.toThrow(
    'The backup is from a newer version of the portal. Unknown here: 9999_later.',
  );
  expect(await withConnection(empty.url, listOwnTables)).toEqual([]);
  expect(await readdir(parent)).toEqual(['newer']);
});

test('a restored portal does not list the backup that it came from as interrupted [OPS-526]', async () => {
  const { url, db, store } = await filledPortal();
  const parent = await temporaryFolder();
  const [folder, files] = [join(parent, 'backup'), createDiskStore(join(parent, 'files'))];
  const run = { kind: 'backup', started_at: '2026-03-09T02:30:00Z' };
  await db
    .insertInto('backup_runs')
    .values([
      { ...run, state: 'running' },
      { ...run, state: 'failed', finished_at: '2026-03-09T02:31:00Z', problem: 'The disk is full.' },
    ])
    .execute();
  await writeInto({ databaseUrl: url, store, folder });
  const empty = await emptyDatabase();
  await restoreFrom({ databaseUrl: empty.url, applicationUrl: empty.applicationUrl, store: files, folder });
  await withConnection(empty.url, async (client) =>
    expect((await client.query('select state from backup_runs')).rows).toEqual([{ state: 'failed' }]),
  );
});
