import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withConnection } from '@portico/dev-database/databases';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openBackupStore } from './backup/backupStore.ts';
import { readManifest } from './backup/manifest.ts';
import { pickBackup } from './backup/pickBackup.ts';
import { assertWhole } from './backup/restoreBackup.ts';
import { storeBackup } from './backup/storeBackup.ts';
import { saveDraft } from './content/publication.ts';
import { prepareDatabase } from './db/prepareDatabase.ts';
import { createDb, createPool } from './db/pool.ts';
import { backupProblem } from './features/backups/backupProblem.ts';
import { createDiskStore } from './media/store/diskStore.ts';
import { startChildServer } from './testing/processes/childServer.ts';
import { contentMaker } from './testing/contentMaker.ts';
import { crashDraft } from './testing/processes/crashWriter.ts';
import { reportFault } from './testing/faults/figures.ts';
import { filledPortal, temporaryFolder } from './testing/filledPortal.ts';
import { testDatabase } from './testing/testDatabase.ts';
import { startTestIssuer } from './testing/testIssuer.ts';
import { testPortal } from './testing/testPortal.ts';

const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  (() => {
    try {
      unmount(mountSmallDisk(1));
      return true;
    } catch {
      return false;
    }
  })();

/** An in-memory disk of this size. */
function mountSmallDisk(mebibytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-small-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  return folder;
}

function unmount(folder: string): void {
  // Lazily, because files may still be open there.
  execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
}

function smallDisk(mebibytes: number): string {
  const folder = mountSmallDisk(mebibytes);
  onTestFinished(() => unmount(folder));
  return folder;
}

const freeBytes = (folder: string): number => {
  const { bfree, bsize } = statfsSync(folder);
  return bfree * bsize;
};

/** Fills the disk except for `left` bytes; returns a function that frees the space. */
function fill(folder: string, left = 0): () => void {
  const file = join(folder, 'ballast');
  for (let size = freeBytes(folder) - left; size >= 4096; size = freeBytes(folder) - left) {
    try {
      writeFileSync(file, Buffer.alloc(Math.min(size, 8 << 20)), { flag: 'a' });
    } catch {
      break;
    }
  }
  return () => rmSync(file);
}

test.runIf(canMount)(
  'a full object store responds with 507, leaves nothing behind, stays readable, and recovers when there is space [R12]',
  async () => {
    const disk = smallDisk(2);
    const store = createDiskStore(join(disk, 'files'));
    const { portal, as } = await testPortal({
      parts: { store },
      extend(routes) {
        routes.put('/test/files/:name', { config: { access: 'member' } }, (request) =>
          store.put((request.params as { name: string }).name, Buffer.alloc(600 << 10, 1)).then(() => 'stored'),
        );
        routes.get('/test/files/:name', { config: { access: 'member' } }, (request) =>
          store
            .open((request.params as { name: string }).name)
            .then((object) => buffer(object!.stream))
            .then(({ length }) => ({ size: length })),
        );
      },
    });
    const headers = await as('ana').headers();
    const put = (name: string) => portal.inject({ method: 'PUT', url: `/test/files/${name}`, headers });
    expect((await put('first')).statusCode).toBe(200);
    const makeRoom = fill(disk);
    const rejected = await put('second');
    expect(rejected.statusCode).toBe(507);
    expect(rejected.json()).toMatchObject({ code: 'insufficient_storage', status: 507 });
    expect(rejected.body).not.toContain('ENOSPC');
    expect((await portal.inject({ url: '/test/files/first', headers })).json()).toEqual({ size: 600 << 10 });
    expect(await store.has('second')).toBe(false);
    makeRoom();
    const room = freeBytes(disk);
    expect((await put('second')).statusCode).toBe(200);
    expect(room - freeBytes(disk), 'no part of the rejected file takes up space').toBeLessThan(700 << 10);
  },
);

test.runIf(canMount)(
  'a backup onto a full disk reports it, leaves nothing behind and keeps the previous backup, which can be removed [OPS-378]',
  async () => {
    const { url: databaseUrl, store } = await filledPortal();
    const disk = smallDisk(8);
    const backupStore = await openBackupStore(pathToFileURL(disk).href, await temporaryFolder());
    const backUp = (now: string) =>
      storeBackup({ databaseUrl, store, backupStore, recipients: [], now: new Date(now), assertHeld: async () => {} });
    const former = await backUp('2026-03-08T02:30:00Z');
    const room = freeBytes(disk);
    // Once with the disk full from the beginning, and once when it fills up after some files.
    for (const left of [0, 400 << 10]) {
      const makeRoom = fill(disk, left);
      const problem = await backUp('2026-03-09T02:30:00Z').catch(backupProblem);
      expect(problem).toContain('The disk is full.');
      expect(await backupStore.list()).toEqual([former]);
      makeRoom();
      expect(room - freeBytes(disk), 'space that the failed backup takes up').toBeLessThan(64 << 10);
    }
    const next = await backUp('2026-03-10T02:30:00Z');
    expect(await backupStore.list()).toEqual([next, former]);
    fill(disk);
    await backupStore.remove(former.id);
    expect(await backupStore.list()).toEqual([next]);
    expect(freeBytes(disk)).toBeGreaterThan(1 << 20);
    const { parts } = await pickBackup(backupStore, { id: next.id, identityFile: undefined });
    await assertWhole(parts, await readManifest(parts), () => {});
  },
);

test('with its disk full, the database rejects writes with 503 and Retry-After, serves reads, and later accepts writes again [R12]', async () => {
  const { portal, as, db, url, make } = await testPortal({
    extend(server) {
      server.post('/test/news', { config: { access: 'member' } }, async () =>
        saveDraft(db, { itemId: crypto.randomUUID(), kind: 'news', version: 0 }, crashDraft('x', 1), {
          now: new Date(),
        }),
      );
    },
  });
  await make.news({ header: 'Kept' });
  const headers = await as('ana').headers();
  const write = () => portal.inject({ method: 'POST', url: '/test/news', headers });
  // The error that PostgreSQL raises when a file cannot be extended.
  await withConnection(url, (client) =>
    client.query(`
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert or update on content_revisions for each row execute function no_room()`),
  );
  const rejected = await write();
  expect(rejected.statusCode).toBe(503);
  expect(rejected.headers['retry-after']).toBe('10');
  expect(rejected.json()).toMatchObject({ code: 'unavailable' });
  expect((await portal.inject({ url: '/api/v1/news', headers })).json()).toMatchObject({ items: [{ header: 'Kept' }] });
  await withConnection(url, (client) => client.query('drop trigger no_room on content_revisions'));
  expect((await write()).statusCode).toBe(200);
});

test.runIf(process.platform === 'linux')(
  'a log that cannot be written loses log lines and nothing else [R12]',
  async () => {
    const { url } = await testDatabase();
    const issuer = await startTestIssuer();
    onTestFinished(() => issuer.close());
    const server = await startChildServer({
      databaseUrl: url,
      issuer,
      env: { LOG_LEVEL: 'info' },
      output: openSync('/dev/full', 'w'),
    });
    for (let i = 0; i < 200; i += 1) expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    server.process.kill('SIGTERM');
    expect(await server.ended).toEqual({ code: 0, signal: null });
  },
);

test.runIf(canMount)(
  'a database on a completely full disk loses no acknowledged write and recovers within ten seconds of having space [R12, R1]',
  async () => {
    const disk = smallDisk(220);
    const dataDir = join(disk, 'postgres');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    const database = await startEmbeddedDatabase({ dataDir, onRestart: () => {} });
    onTestFinished(() => database.stop());
    await prepareDatabase({ ownerUrl: database.url, applicationUrl: database.applicationUrl });
    const pool = createPool({ url: database.applicationUrl, max: 4, prepare: true, statementTimeoutMs: 2000 });
    const db = createDb(pool);
    onTestFinished(() => db.destroy());
    await contentMaker(db, { now: new Date() }).news({ header: 'Before' });
    const acknowledged: string[] = [];
    const waits: number[] = [];
    const read = async () => {
      const asked = performance.now();
      const rows = await db.selectFrom('content_revisions').select('header').where('header', '=', 'Before').execute();
      waits.push(performance.now() - asked);
      return rows;
    };
    const save = async () => {
      const itemId = crypto.randomUUID();
      await saveDraft(db, { itemId, kind: 'news', version: 0 }, crashDraft(itemId, 1), { now: new Date() });
      acknowledged.push(itemId);
    };
    for (let i = 0; i < 20; i += 1) await save();
    const makeRoom = fill(disk);
    let failures = 0;
    for (let i = 0; i < 3000 && failures < 20; i += 1) await save().catch(() => (failures += 1));
    for (let i = 0; i < 20; i += 1) await read().catch(() => {});
    expect(failures).toBe(20);
    await expect.poll(() => read().catch(() => 'not yet'), { timeout: 5000 }).toEqual([{ header: 'Before' }]);
    makeRoom();
    await expect
      .poll(
        () =>
          save().then(
            () => 'saved',
            () => 'not yet',
          ),
        { timeout: 10_000 },
      )
      .toBe('saved');
    const stored = new Set((await db.selectFrom('content_items').select('id').execute()).map(({ id }) => id));
    const lost = acknowledged.filter((id) => !stored.has(id));
    reportFault({
      fault: 'disk of the database full',
      acknowledged: acknowledged.length,
      lost: lost.length,
      reads: waits.length,
      longestReadMs: Math.max(...waits),
    });
    expect(lost).toEqual([]);
  },
  60_000,
);
