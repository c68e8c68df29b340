import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../../testing/testDatabase.ts';
import { createDiskStore } from '../store/diskStore.ts';
import { addFile } from './files.ts';

test('a small file that decodes to a huge picture is rejected within five seconds on a busy machine [U4, FILE-005]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-hostile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { db } = await testDatabase();
  const store = createDiskStore(folder);
  const outcome = (bytes: Buffer, fileName: string) =>
    addFile({ db, store }, { stream: Readable.from([bytes]), fileName }).then(
      ({ format }) => `accepted as ${format}`,
      (error: { code: string }) => error.code,
    );
  const deep = await sharp({ create: { width: 10_000, height: 5000, channels: 4, background: '#3a6ea580' } })
    .toColourspace('rgb16')
    .withMetadata({ orientation: 6 })
    .png({ progressive: true })
    .toBuffer();
  const plain = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  // Keep every core busy throughout.
  const busy = availableParallelism();
  const workers = Array.from({ length: busy }, () => new Worker('for (;;) {}', { eval: true }));
  onTestFinished(async () => void (await Promise.all(workers.map((worker) => worker.terminate()))));
  const begun = performance.now();
  const [large, small] = await Promise.all([
    outcome(deep, 'deep.png').finally(() => expect(performance.now() - begun).toBeLessThan(5000)),
    outcome(plain, 'after.png'),
  ]);
  expect([deep.length < 10 * 1024 * 1024, large, small]).toEqual([true, 'payload_too_large', 'accepted as PNG']);
});
