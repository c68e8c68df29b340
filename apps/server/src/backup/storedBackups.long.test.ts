import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { generateHybridIdentity, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, inject, test } from 'vitest';
import { withConnection } from '../db/connection.ts';
import { createDiskStore } from '../media/store/diskStore.ts';
import type { ObjectStore } from '../media/store/objectStore.ts';
import { startS3Server } from '../testing/services/s3Server.ts';
import { withBackupLock } from './backupLock.ts';
import { openPlace, type BackupPlace } from './backupPlace.ts';
import { sealed, type Manifest } from './manifest.ts';
import { measure } from './measure.ts';
import { listOwnTables } from './ownTables.ts';
import { pickBackup } from './pickBackup.ts';
import { restoreBackup } from './restoreBackup.ts';
import { scratchPrefix, withScratchDatabase } from './scratchDatabase.ts';
import { storeBackup } from './storeBackup.ts';
import { verifyBackup } from './verifyBackup.ts';
import { checksums, emptyDatabase, filledPortal, temporaryFolder } from '../testing/filledPortal.ts';

async function newKey(generate = generateX25519Identity) {
  const identity = await generate();
  const identityFile = join(await temporaryFolder(), 'key.txt');
  await writeFile(identityFile, `# created: today\n${identity}\n`);
  return { identityFile, recipient: await identityToRecipient(identity) };
}

async function placeInFolder() {
  const folder = await temporaryFolder();
  return { folder, place: await openPlace(pathToFileURL(folder).href, await temporaryFolder()) };
}

const keep = async () => {};

const backUp = (
  { url, store }: { url: string; store: ObjectStore },
  place: BackupPlace,
  { recipients = [], now = new Date() }: { recipients?: string[]; now?: Date } = {},
) => storeBackup({ databaseUrl: url, store, place, recipients, now, assertHeld: keep });

async function restoreInto(place: BackupPlace, from: { id?: string; identityFile?: string } = {}) {
  const target = await emptyDatabase();
  const store = createDiskStore(join(await temporaryFolder(), 'files'));
  const restore = async () => {
    const { parts } = await pickBackup(place, { id: from.id, identityFile: from.identityFile });
    return restoreBackup(parts, { databaseUrl: target.url, applicationUrl: target.applicationUrl, store });
  };
  return { target, store, restore };
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

describe('backups in a place', () => {
  test.each(['an encrypted backup in %s restores an identical portal [OPS-221]', 'a bucket'])(
    'an encrypted backup in %s restores the same portal [OPS-221]',
    async (kind) => {
      const portal = await filledPortal();
      const key = await newKey();
      const place =
        kind === 'a folder'
          ? (await placeInFolder()).place
          : await openPlace((await startS3Server()).url, await temporaryFolder());
      const first = await backUp(portal, place, { recipients: [key.recipient], now: new Date('2026-03-08T02:30:00Z') });
      const second = await backUp(portal, place, { recipients: [key.recipient] });
      expect(first.id).toMatch(/^20260308t023000z-/);
      expect(await place.list()).toEqual([second, first]);
      expect(second).toMatchObject({ files: 5, recipients: [key.recipient] });
      expect(second.bytes).toBeGreaterThan(1_000_000);
      const { target, store, restore } = await restoreInto(place, key);
      await restore();
      expect(await checksums(target.url)).toEqual(await checksums(portal.url));
      expect((await measure((await store.open('pictures/4/800.webp'))!.stream)).bytes).toBe(400_000);
      await place.remove(first.id);
      expect(await place.list()).toEqual([second]);
    },
  );

  test('only the summary can be read without the key [OPS-221]', async () => {
    const portal = await filledPortal();
    const { folder, place } = await placeInFolder();
    const { id } = await backUp(portal, place, { recipients: [(await newKey()).recipient] });
    const stored = await filesBelow(folder);
    const readable = await Promise.all(
      stored.map(async (file) =>
        (await readFile(file)).subarray(0, 21).toString() === 'age-encryption.org/v1' ? [] : [file],
      ),
    );
    expect(readable.flat()).toEqual([join(folder, 'complete', `${id}.json`)]);
    expect(stored.length).toBeGreaterThan(20);
  });

  test('any of several keys opens a backup, including post-quantum ones, and a wrong, missing or broken key is reported [OPS-222]', async () => {
    const portal = await filledPortal();
    const { place } = await placeInFolder();
    const [one, other, wrong] = [await newKey(), await newKey(generateHybridIdentity), await newKey()];
    await backUp(portal, place, { recipients: [one.recipient, other.recipient] });
    for (const { identityFile } of [one, other]) {
      const { parts } = await pickBackup(place, { id: undefined, identityFile });
      expect(JSON.parse(await text((await parts.open('manifest.json'))!))).toMatchObject({ format: 2 });
    }
    const { target, restore } = await restoreInto(place, wrong);
    await expect(restore()).rejects.toThrow(/None of the given keys opens the backup .* encrypted for age1/);
    expect(await withConnection(target.url, listOwnTables)).toEqual([]);
    await expect((await restoreInto(place)).restore()).rejects.toThrow('Give the key file with --identity');
    const broken = join(await temporaryFolder(), 'broken');
    await expect((await restoreInto(place, { identityFile: broken })).restore()).rejects.toThrow('cannot be read');
    await writeFile(broken, `${one.recipient}\n`);
    await expect((await restoreInto(place, { identityFile: broken })).restore()).rejects.toThrow('AGE-SECRET-KEY-1');
  });

  test('altered, truncated and missing parts are detected before anything is restored [OPS-222]', async () => {
    const portal = await filledPortal();
    const key = await newKey();
    const { folder, place } = await placeInFolder();
    const { id } = await backUp(portal, place, { recipients: [key.recipient] });
    const { target, store, restore } = await restoreInto(place, key);
    const rows = join(folder, 'parts', id, 'rows', 'public.content_items.copy.age');
    const whole = await readFile(rows);
    const altered = Buffer.from(whole);
    altered[whole.length - 20]! ^= 1;
    await writeFile(rows, altered);
    await expect(restore()).rejects.toThrow('The backup cannot be read: rows/public.content_items.copy');
    await writeFile(rows, whole);
    const picture = join(folder, 'parts', id, 'files', 'pictures', '4', '800.webp.age');
    const intact = await readFile(picture);
    await truncate(picture, 200_000);
    await expect(restore()).rejects.toThrow('The backup cannot be read: files/pictures/4/800.webp');
    await rm(picture);
    await expect(restore()).rejects.toThrow('The backup is damaged: files/pictures/4/800.webp is missing.');
    expect(await withConnection(target.url, listOwnTables)).toEqual([]);
    expect(await store.has('pictures/1/800.webp')).toBe(false);
    await writeFile(picture, intact);
    await restore();
  });

  test('a backup that fails midway leaves nothing behind [OPS-223]', async () => {
    const portal = await filledPortal();
    const { folder, place } = await placeInFolder();
    const failing: ObjectStore = {
      ...portal.store,
      open: (key) => (key.startsWith('pictures/3') ? Promise.reject(new Error('disk gone')) : portal.store.open(key)),
    };
    await expect(backUp({ ...portal, store: failing }, place)).rejects.toThrow('disk gone');
    expect(await place.list()).toEqual([]);
    expect(await filesBelow(folder)).toEqual([]);
    const lost = storeBackup({
      databaseUrl: portal.url,
      store: portal.store,
      place,
      recipients: [],
      now: new Date(),
      assertHeld: () => Promise.reject(new Error('lost the lock')),
    });
    await expect(lost).rejects.toThrow('lost the lock');
    expect(await filesBelow(folder)).toEqual([]);
  });

  test('a backup whose removal was interrupted no longer counts, and the next backup finishes the removal [OPS-223]', async () => {
    const portal = await filledPortal();
    const { folder, place } = await placeInFolder();
    const { id } = await backUp(portal, place);
    await createDiskStore(folder).put(`unfinished/${id}`, Buffer.from('x'));
    expect(await place.list()).toEqual([]);
    const next = await backUp(portal, place);
    expect(await place.list()).toEqual([next]);
    expect(await readdir(join(folder, 'parts'))).toEqual([next.id]);
  });

  test('a second process is rejected while one works on the backups [OPS-223]', async () => {
    const { url } = await filledPortal();
    await withBackupLock(url, async (assertHeld) => {
      await assertHeld();
      await expect(withBackupLock(url, keep)).rejects.toThrow('Another process is working on the backups');
      await withConnection(url, (client) =>
        client.query(`select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
            where locktype = 'advisory' and datname = current_database()`),
      );
      await expect(assertHeld()).rejects.toThrow('was lost');
    });
    expect(await withBackupLock(url, async () => 'free')).toBe('free');
  });

  test('a killed npm run backup leaves nothing that counts, and the next run cleans up [OPS-223]', async () => {
    const { url, store } = await filledPortal();
    await store.put('pictures/9/800.webp', Buffer.alloc(60_000_000, 9));
    const dataDir = await temporaryFolder();
    for (const key of ['pictures/1/800.webp', 'pictures/9/800.webp'])
      await createDiskStore(join(dataDir, 'files')).put(key, (await store.open(key))!.stream);
    const { folder, place } = await placeInFolder();
    const { recipient } = await newKey();
    const run = () =>
      spawn(process.execPath, [fileURLToPath(new URL('../../../../tools/backup/main.ts', import.meta.url)), 'backup'], {
        env: {
          PATH: process.env.PATH,
          PORTICO_DATA_DIR: dataDir,
          DATABASE_URL: url,
          BACKUP_URL: pathToFileURL(folder).href,
          BACKUP_RECIPIENTS: recipient,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const killed = run();
    await expect.poll(() => readdir(join(folder, 'parts')).catch(() => []), { interval: 5 }).toHaveLength(1);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await place.list()).toEqual([]);
    const next = run();
    expect(await text(next.stdout)).toContain('and 2 files');
    const [summary, ...others] = await place.list();
    expect([summary?.files, others]).toEqual([2, []]);
    expect(await readdir(join(folder, 'parts'))).toEqual([summary!.id]);
  });
});

describe('verifying a backup', () => {
  const databasesOf = (portal: string) =>
    withConnection(inject('clusterUrl'), async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select datname as name from pg_database where starts_with(datname, $1)',
        [scratchPrefix(portal)],
      );
      return rows.map(({ name }) => name);
    });

  test('restores it into a scratch database, which is dropped afterward [OPS-226]', async () => {
    const portal = await filledPortal();
    const key = await newKey();
    const { place } = await placeInFolder();
    const { id, rows } = await backUp(portal, place, { recipients: [key.recipient] });
    const { parts } = await pickBackup(place, { id, identityFile: key.identityFile });
    const options = { serverUrl: inject('clusterUrl'), portal: portal.url };
    const steps: string[] = [];
    const { tables } = await verifyBackup(parts, { ...options, onProgress: (step) => void steps.push(step) });
    expect(steps.some((step) => step.includes('content_items'))).toBe(true);
    expect(tables.reduce((sum, table) => sum + table.rows, 0)).toBe(rows);
    expect(await databasesOf(portal.url)).toEqual([]);
  });

  test('fails if rows are missing or files altered, and drops the scratch database all the same [OPS-226]', async () => {
    const portal = await filledPortal();
    const { folder, place } = await placeInFolder();
    const { id } = await backUp(portal, place);
    const options = { serverUrl: inject('clusterUrl'), portal: portal.url };
    const parts = place.parts(id);
    const whole = await text((await parts.open('manifest.json'))!);
    const manifest = JSON.parse(whole) as Manifest;
    const users = manifest.tables.find(({ name }) => name === 'users')!;
    users.rows += 1;
    const otherwise = {
      ...parts,
      open: (path: string) =>
        path === 'manifest.json' ? Promise.resolve(Readable.from(Buffer.from(sealed(manifest)))) : parts.open(path),
    };
    await expect(verifyBackup(otherwise, options)).rejects.toThrow(
      'public.users has 1 rows after the restore instead of 2.',
    );
    expect(await databasesOf(portal.url)).toEqual([]);
    await writeFile(join(folder, 'parts', id, 'files', 'pictures', '2', '800.webp'), Buffer.alloc(200_000, 3));
    await expect(verifyBackup(parts, options)).rejects.toThrow('files/pictures/2/800.webp is altered');
  });

  test('drops a scratch database left by a killed process, but not that of another portal [OPS-226]', async () => {
    const serverUrl = inject('clusterUrl');
    const [mine, others] = [crypto.randomUUID(), crypto.randomUUID()];
    const nameOf = (url: string) => new URL(url).pathname.slice(1);
    await withScratchDatabase({ serverUrl, portal: others }, async (other) => {
      await withScratchDatabase({ serverUrl, portal: mine }, async () => {
        await withScratchDatabase({ serverUrl, portal: mine }, async (next) => {
          expect(await databasesOf(mine)).toEqual([nameOf(next)]);
          expect(await databasesOf(others)).toEqual([nameOf(other)]);
        });
      });
    });
    expect([await databasesOf(mine), await databasesOf(others)]).toEqual([[], []]);
  });
});

const hasAge = (() => {
  try {
    execFileSync('age', ['--version']);
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!hasAge)('the age command, where it is installed, opens a part with the same key [OPS-221]', async () => {
  const portal = await filledPortal();
  const { folder, place } = await placeInFolder();
  const { identityFile, recipient } = await newKey();
  const { id } = await backUp(portal, place, { recipients: [recipient] });
  const picture = join(folder, 'parts', id, 'files', 'pictures', '4', '800.webp.age');
  const opened = execFileSync('age', ['--decrypt', '--identity', identityFile, picture], { maxBuffer: 1e6 });
  expect(opened.equals(Buffer.alloc(400_000, 4))).toBe(true);
});
