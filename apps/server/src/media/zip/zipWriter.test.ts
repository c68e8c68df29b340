import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openZip } from './zipArchive.ts';
import { zipStream } from './zipWriter.ts';

const sourceOf = (bytes: Buffer) => ({
  size: bytes.length,
  read: async (start: number, length: number) => bytes.subarray(start, start + length),
});

test('a written archive can be read back, and the same content yields the same bytes', async () => {
  const members = [
    { name: 'a.xml', content: ['<a>', 'é', '</a>'] },
    { name: 'folder/b.xml', content: [] },
  ];
  const bytes = await buffer(zipStream(members));
  const archive = await openZip(sourceOf(bytes));
  expect([...archive.entries.keys()]).toEqual(['a.xml', 'folder/b.xml']);
  expect((await archive.unpack('a.xml', 100)).toString()).toBe('<a>é</a>');
  expect(await archive.unpack('folder/b.xml', 0)).toHaveLength(0);
  await expect(archive.unpack('a.xml', 8)).rejects.toMatchObject({ code: 'payload_too_large' });
  expect(await buffer(zipStream(members))).toEqual(bytes);
});

test('an archive whose last record misstates the directory is rejected [U4]', async () => {
  const bytes = await buffer(zipStream([{ name: 'a', content: ['x'] }]));
  for (const field of [8, 10, 12, 16]) {
    const lying = Buffer.from(bytes);
    lying[bytes.length - 22 + field]! += 1;
    await expect(openZip(sourceOf(lying)), `byte ${field}`).rejects.toMatchObject({ code: 'invalid_input' });
  }
});

test('an error of the source is not blamed on the archive', async () => {
  const broken = { size: 1000, read: () => Promise.reject(new Error('disk failure')) };
  await expect(openZip(broken)).rejects.toThrow('disk failure');
});

test('destroying an archive stops its content, and failing content ends the archive', async () => {
  let isStopped = false;
  async function* endless() {
    try {
      for (;;) yield Math.random().toString().repeat(10_000);
    } finally {
      isStopped = true;
    }
  }
  const archive = zipStream([{ name: 'a', content: endless() }])[Symbol.asyncIterator]();
  await archive.next();
  await archive.return?.();
  await expect.poll(() => isStopped).toBe(true);
  async function* failing() {
    yield 'x';
    throw new Error('the database went away');
  }
  await expect(buffer(zipStream([{ name: 'a', content: failing() }]))).rejects.toThrow('the database went away');
});
