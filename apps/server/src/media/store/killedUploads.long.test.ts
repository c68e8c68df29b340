import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { runChild } from '../../testing/processes/childServer.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { fileKey } from '../files/files.ts';
import { createDiskStore } from './diskStore.ts';
import { sweepFiles } from '../unused/sweepFiles.ts';

test('a process that is killed repeatedly during uploads leaves no row without its file and loses no file [U7, R1]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-sweep-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { db, applicationUrl } = await testDatabase();
  const store = createDiskStore(folder);
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const writer = runChild('testing/processes/fileWriter.ts', {
      FILES_DATABASE_URL: applicationUrl,
      FILES_FOLDER: folder,
    });
    await expect.poll(() => writer.lines.length, { interval: 2 }).toBeGreaterThan(3 + round * 2);
    writer.process.kill('SIGKILL');
    await writer.ended;
    acknowledged.push(...writer.lines);
  }
  const check = async () => {
    const stored = await db.selectFrom('files').select(['id', 'sha256', 'bytes']).execute();
    expect(acknowledged.filter((id) => !stored.some((row) => row.id === id))).toEqual([]);
    for (const { sha256, bytes } of stored) {
      const object = await store.open(fileKey(sha256));
      const content = await buffer(object!.stream);
      expect([content.length, createHash('sha256').update(content).digest('hex')]).toEqual([
        bytes,
        sha256.toString('hex'),
      ]);
    }
    return stored.length;
  };
  const count = await check();
  const config = { UNUSED_UPLOADS_DAYS: 30, DATABASE_URL: applicationUrl, DATABASE_LISTEN_URL: undefined };
  await sweepFiles({}, { db, store, config, now: () => new Date(Date.now() + 25 * HOUR_MS) });
  expect(await check()).toBe(count);
  const keys: string[] = [];
  for await (const { key } of store.list('files')) keys.push(key);
  expect([keys.length, await readdir(join(folder, '.incoming'))]).toEqual([count, []]);
});
