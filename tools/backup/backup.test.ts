import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase, dropDatabase, withConnection } from '@portico/dev-database/databases';
import { publish, saveDraft } from '@portico/server/content/publication';
import { createDb, createPool } from '@portico/server/db/pool';
import { contentMaker } from '@portico/server/testing/contentMaker';
import { crashDraft } from '@portico/server/testing/crashWriter';
import { expect, inject, onTestFinished, test } from 'vitest';
import { listFiles, measureFile } from './checkedFiles.ts';
import { filledPortal, temporaryFolder } from './filledPortal.ts';
import { listOwnTables, quoted } from './ownTables.ts';
import { restoreBackup } from './restoreBackup.ts';
import { writeBackup } from './writeBackup.ts';

/** A digest of all rows of every table, in any order, and the position of every sequence. */
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
    expect((await client.query('select audit_log_breaks()')).rows, 'the chain of the audit log continues').toEqual([]);
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

test('a backup from before manifests had a checksum can be restored [R11]', async () => {
  const { url, storeDir } = await filledPortal();
  const folder = join(await temporaryFolder(), 'old');
  await writeBackup({ databaseUrl: url, storeDir, folder });
  const manifest = join(folder, 'manifest.json');
  const { sha256, ...rest } = JSON.parse(await readFile(manifest, 'utf8')) as { sha256: string };
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  await writeFile(manifest, JSON.stringify({ ...rest, format: 1 }));
  const target = await emptyDatabase();
  const newStore = join(await temporaryFolder(), 'files');
  await restoreBackup({ folder, databaseUrl: target.url, applicationUrl: target.applicationUrl, storeDir: newStore });
  expect(await checksums(target.url)).toEqual(await checksums(url));
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
  const manifest = join(folder, 'manifest.json');
  const sealed = await readFile(manifest, 'utf8');
  for (const altered of [
    sealed.replace(/"rows": (\d+)/, '"rows": 1$1'),
    sealed.replace(/"lastValue": "\d+"/, '"lastValue": "1000000"'),
    sealed.replace(/\n "sha256": "[0-9a-f]+"/, '').replace(/,(?=\n})/, ''),
    sealed.slice(0, sealed.length / 2),
  ]) {
    await writeFile(manifest, altered);
    await expect(restoreBackup(fresh)).rejects.toThrow('manifest.json is altered');
  }
  await writeFile(manifest, sealed);
  await rm(join(folder, 'files', 'pictures', '3'), { recursive: true });
  await expect(restoreBackup(fresh)).rejects.toThrow('files/pictures/3/800.webp is missing');
  expect(await withConnection(empty.url, listOwnTables)).toEqual([]);
  expect(await readdir(place)).toEqual(['kept']);
});
