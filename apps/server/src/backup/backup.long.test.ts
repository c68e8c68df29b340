import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { publish, saveDraft } from '../content/publication.ts';
import { withConnection } from '../db/connection.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import { listKeys, type ObjectStore } from '../media/store/objectStore.ts';
import { openStoreAt } from '../media/store/openStore.ts';
import { crashDraft } from '../testing/processes/crashWriter.ts';
import {
  checksums,
  emptyDatabase,
  filledPortal,
  restoreFrom,
  temporaryFolder,
  writeInto,
} from '../testing/filledPortal.ts';
import { startS3Server } from '../testing/services/s3Server.ts';
import { measure } from './measure.ts';

test('a backup made before manifests had a checksum can be restored [R11]', async () => {
  const { url, store } = await filledPortal();
  const folder = join(await temporaryFolder(), 'old');
  await writeInto({ databaseUrl: url, store, folder });
  const manifest = join(folder, 'manifest.json');
  const { sha256, ...rest } = JSON.parse(await readFile(manifest, 'utf8')) as { sha256: string };
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  await writeFile(manifest, JSON.stringify({ ...rest, format: 1 }));
  const target = await emptyDatabase();
  const newStore = join(await temporaryFolder(), 'files');
  await restoreFrom({
    folder,
    databaseUrl: target.url,
    applicationUrl: target.applicationUrl,
    store: createDiskStore(newStore),
  });
  expect(await checksums(target.url)).toEqual(await checksums(url));
});

test('a backup of a portal in use is a snapshot of one instant: every item in it is complete [R11]', async () => {
  const { url, store, db } = await filledPortal();
  let isOver = false;
  const writers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const itemId = crypto.randomUUID();
      await saveDraft(db, { itemId, kind: 'news', version: 0 }, crashDraft(itemId, 1), { now: new Date() });
      await publish(db, { itemId, version: 1 }, { now: new Date() });
    }
  });
  const folder = join(await temporaryFolder(), 'busy');
  await writeInto({ databaseUrl: url, store, folder });
  isOver = true;
  await Promise.all(writers);
  const target = await emptyDatabase();
  await restoreFrom({
    folder,
    databaseUrl: target.url,
    applicationUrl: target.applicationUrl,
    store: createDiskStore(join(await temporaryFolder(), 'files')),
  });
  const { rows } = await withConnection(target.url, (client) =>
    client.query(`
    select item.id from content_items item left join audit_log entry on entry.object_id = item.id::text
    group by item.id, item.version having count(entry.id) <> item.version`),
  );
  expect(rows).toEqual([]);
});

test('files are backed up from a bucket and restored into another, even after an interruption [R11, OPS-208]', async () => {
  const { url, store } = await filledPortal();
  const inBucket = async () => openStoreAt((await startS3Server()).url, await temporaryFolder());
  const [from, to] = [await inBucket(), await inBucket()];
  const keys = await listKeys(store);
  for (const key of keys) await from.put(key, (await store.open(key))!.stream);
  const folder = join(await temporaryFolder(), 'tonight');
  const manifest = await writeInto({ databaseUrl: url, store: from, folder });
  const target = await emptyDatabase();
  const restore = (change: Partial<ObjectStore> = {}) =>
    restoreFrom({
      folder,
      databaseUrl: target.url,
      applicationUrl: target.applicationUrl,
      store: { ...to, ...change },
    });
  await to.put(keys[1]!, Buffer.from('something else'));
  const putNothing = async () => {};
  await to.put(keys[0]!, (await from.open(keys[0]!))!.stream);
  await expect(restore({ put: putNothing })).rejects.toThrow(`The file store has another ${keys[1]}`);
  await restore();
  for (const { key, sha256 } of manifest.files)
    expect((await measure((await to.open(key))!.stream)).sha256, key).toBe(sha256);
});
