import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { withFormerStore } from '@portico/server/media/store/formerStore';
import { listKeys, type ObjectStore } from '@portico/server/media/store/objectStore';
import { openStoreAt } from '@portico/server/media/store/openStore';
import { temporaryFolder } from '@portico/server/testing/filledPortal';
import { startS3Server } from '@portico/server/testing/services/s3Server';
import { describe, expect, test } from 'vitest';
import { copyFiles } from './copyFiles.ts';

const contents = Array.from({ length: 12 }, (_, index) => randomBytes(index === 0 ? 9_000_000 : 1000 + index));
const keyOf = (content: Buffer) => {
  const digest = createHash('sha256').update(content).digest('hex');
  return `files/${digest.slice(0, 2)}/${digest}`;
};

async function twoPlaces() {
  const folder = join(await temporaryFolder(), 'files');
  const disk = createDiskStore(folder);
  const { url } = await startS3Server();
  const bucket = await openStoreAt(url, await temporaryFolder());
  for (const content of contents) await disk.put(keyOf(content), content);
  await disk.put('pictures/ab/one/800.webp', Buffer.from('a picture'));
  return { folder, disk, url, bucket };
}

async function expectAll(store: ObjectStore) {
  for (const content of contents) {
    const object = await store.open(keyOf(content));
    expect((await buffer(object!.stream)).equals(content)).toBe(true);
  }
}

describe('migrating files', () => {
  test('copies a folder into a bucket and back, and a second run copies nothing [OPS-210]', async () => {
    const { disk, bucket } = await twoPlaces();
    expect(await copyFiles(disk, bucket)).toMatchObject({ copied: 13, present: 0, problems: [] });
    await expectAll(bucket);
    expect(await copyFiles(disk, bucket, { verify: true })).toMatchObject({ copied: 0, present: 13, problems: [] });
    const back = createDiskStore(join(await temporaryFolder(), 'files'));
    expect(await copyFiles(bucket, back)).toMatchObject({ copied: 13, problems: [] });
    await expectAll(back);
  });

  test('copies files that arrive in the meantime too, and continues after an interruption [OPS-210]', async () => {
    const { disk, bucket } = await twoPlaces();
    let puts = 0;
    const breaking: ObjectStore = {
      ...bucket,
      async put(key, data) {
        puts += 1;
        if (puts > 6) throw new Error('connection lost');
        await bucket.put(key, data);
      },
    };
    await expect(copyFiles(disk, breaking)).rejects.toThrow('connection lost');
    const before = (await listKeys(bucket)).length;
    expect(before).toBeGreaterThan(0);
    const late = Buffer.from('a late file');
    let isLate = false;
    const busy: ObjectStore = {
      ...bucket,
      async put(key, data) {
        if (!isLate) await disk.put(keyOf(late), late);
        isLate = true;
        await bucket.put(key, data);
      },
    };
    expect(await copyFiles(disk, busy)).toMatchObject({ copied: 14 - before, problems: [] });
    expect(await listKeys(bucket)).toEqual(await listKeys(disk));
  });

  test('reports and leaves out a damaged file and one that is altered on the way [OPS-210]', async () => {
    const { disk, bucket } = await twoPlaces();
    const [first, second] = [keyOf(contents[1]!), keyOf(contents[2]!)];
    await disk.put(first, Buffer.from('rotten'));
    const lossy: ObjectStore = {
      ...bucket,
      async put(key, data) {
        if (key !== second) return bucket.put(key, data);
        await buffer(data as NodeJS.ReadableStream);
        return bucket.put(key, Buffer.from('other'));
      },
    };
    const { copied, problems } = await copyFiles(disk, lossy);
    expect([copied, problems.toSorted()]).toEqual([
      11,
      [`${first}: it is damaged in the source`, `${second}: it was altered on the way`].toSorted(),
    ]);
    expect(await bucket.has(first)).toBe(false);
    expect(await bucket.has(second)).toBe(false);
  });

  test('leaves the portal reading from both places, storing in the new one, and deleting in both [OPS-211]', async () => {
    const { disk, bucket } = await twoPlaces();
    const store = withFormerStore(bucket, disk);
    await expectAll(store);
    await store.put('files/new', Buffer.from('new'));
    expect([await bucket.has('files/new'), await disk.has('files/new')]).toEqual([true, false]);
    await copyFiles(disk, bucket);
    expect(await listKeys(store)).toHaveLength(14);
    expect(await store.has(keyOf(contents[3]!))).toBe(true);
    await store.delete(keyOf(contents[3]!));
    expect([await disk.has(keyOf(contents[3]!)), await bucket.has(keyOf(contents[3]!))]).toEqual([false, false]);
    expect(await text((await store.open('pictures/ab/one/800.webp'))!.stream)).toBe('a picture');
  });

  test('prints how many files it copied, and rejects invalid arguments [OPS-210]', async () => {
    const { folder, url } = await twoPlaces();
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args], {
        env: { ...process.env, PORTICO_DATA_DIR: folder },
      }).catch((error: { code: number; stderr: string }) => error);
    const source = `file://${folder}`;
    expect(await run('--from', source, '--to', url)).toMatchObject({
      stdout: expect.stringContaining('13 files copied (9.0 MB), 0 already present, 0 problems.') as string,
    });
    expect(await run('--from', source)).toMatchObject({ code: 2 });
    expect(await run('--from', source, '--to', 'ftp://x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--to must be an address such as s3://') as string,
    });
  });
});
