import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { contentMaker } from '../../testing/contentMaker.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { createDiskStore } from '../store/diskStore.ts';
import { addFile, fileKey } from '../files/files.ts';
import { sweepFiles } from './sweepFiles.ts';

async function archive() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-sweep-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { db, applicationUrl } = await testDatabase();
  const store = createDiskStore(folder);
  const config = { UNUSED_UPLOADS_DAYS: 30, DATABASE_URL: applicationUrl, DATABASE_LISTEN_URL: undefined };
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of store.list('files')) found.push(key);
    return found.sort();
  };
  return {
    db,
    store,
    folder,
    applicationUrl,
    keys,
    add: (text: string) => addFile({ db, store }, { stream: Readable.from([Buffer.from(text)]), fileName: 'a.txt' }),
    sweepAt: (ms: number) => sweepFiles({}, { db, store, config, now: () => new Date(Date.now() + ms) }),
    rows: () => db.selectFrom('files').select(['id', 'sha256', 'bytes']).execute(),
  };
}

test('interrupted uploads older than a day and objects without a row are removed', async () => {
  const { folder, store, keys, add, sweepAt, rows } = await archive();
  const kept = await add('kept');
  await writeFile(join(folder, '.incoming', 'cut-off'), 'half a file');
  const lost = fileKey(createHash('sha256').update('lost').digest());
  await store.put(lost, Buffer.from('lost'));
  await sweepAt(23 * HOUR_MS);
  expect([await readdir(join(folder, '.incoming')), (await keys()).length]).toEqual([['cut-off'], 2]);
  await sweepAt(25 * HOUR_MS);
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
  expect(await keys()).not.toContain(lost);
  expect((await rows()).map(({ id }) => id)).toEqual([kept.fileId]);
});

test('a file without a revision is removed 30 days after its last upload; one used by a draft or an old revision stays', async () => {
  const { db, store, keys, add, sweepAt, rows } = await archive();
  const make = contentMaker(db, { now: new Date() }, store);
  const unused = await add('unused');
  const again = await add('brought again');
  const drafted = await add('drafted');
  await make.document({ file: drafted, isDraft: true });
  await make.document({ text: 'published' });
  await sweepAt(29 * DAY_MS);
  expect(await rows()).toHaveLength(4);
  await db
    .updateTable('files')
    .set({ added_at: new Date(Date.now() + 5 * DAY_MS).toISOString() })
    .where('id', '=', again.fileId)
    .execute();
  await sweepAt(31 * DAY_MS);
  expect((await rows()).map(({ id }) => id)).not.toContain(unused.fileId);
  expect([(await rows()).length, (await keys()).length]).toEqual([3, 3]);
});

test('the object stays as long as one of two rows refers to it', async () => {
  const { db, store, keys, add, sweepAt } = await archive();
  const make = contentMaker(db, { now: new Date() }, store);
  await make.document({ file: await add('a,b') });
  await addFile({ db, store }, { stream: Readable.from([Buffer.from('a,b')]), fileName: 'a.csv' });
  await sweepAt(31 * DAY_MS);
  expect([(await db.selectFrom('files').selectAll().execute()).length, (await keys()).length]).toEqual([1, 1]);
});

test('a file uploaded during a sweep is still there after it, with its row [U7]', async () => {
  const { store, folder, add, sweepAt, rows } = await archive();
  for (let round = 0; round < 10; round += 1) {
    const text = `contested ${round}`;
    const key = fileKey(createHash('sha256').update(text).digest());
    await store.put(key, Buffer.from(text));
    const old = new Date(Date.now() - 3 * DAY_MS);
    await utimes(join(folder, key), old, old);
    await Promise.all([sweepAt(0), add(text), sweepAt(0)]);
    expect(await store.has(key)).toBe(true);
  }
  expect(await rows()).toHaveLength(10);
});
