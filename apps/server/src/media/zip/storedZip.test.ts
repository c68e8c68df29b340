import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { fromBufferPromise } from 'yauzl';
import { expect, test } from 'vitest';
import { openZip } from './zipArchive.ts';
import { storedZip, type ZipContent } from './storedZip.ts';

const archiveOf = (files: ZipContent[], names = files.map(({ name }) => name)): Promise<Buffer> =>
  buffer(Readable.from(storedZip(Readable.from(files), () => names)));

test('an archive of stored files can be read back, and the same files give the same bytes [PROOF-032]', async () => {
  const files = [
    { name: 'a.txt', content: Buffer.from('é') },
    { name: 'folder/ü.txt', content: Buffer.alloc(0) },
    { name: 'folder/large.bin', content: Buffer.alloc(200_000, 7) },
  ];
  const bytes = await archiveOf(files);
  const archive = await openZip({
    size: bytes.length,
    read: async (start, length) => bytes.subarray(start, start + length),
  });
  expect([...archive.entries.keys()]).toEqual(files.map(({ name }) => name));
  for (const { name, content } of files) expect(await archive.unpack(name, 1_000_000)).toEqual(content);
  expect(await archiveOf(files)).toEqual(bytes);
});

test('an archive of more files than the first form of the directory can count has the larger form [PROOF-032]', async () => {
  for (const count of [65_534, 65_535, 65_536]) {
    const files = Array.from({ length: count }, (_, index) => ({ name: String(index), content: Buffer.of(1) }));
    const archive = await fromBufferPromise(await archiveOf(files), { lazyEntries: true });
    expect(archive.entryCount).toBe(count);
  }
});

test('an archive ends with an error if the names are not repeated as they were [PROOF-032]', async () => {
  const files = [{ name: 'a', content: Buffer.of(1) }];
  for (const names of [[], ['a', 'b'], ['long']]) await expect(archiveOf(files, names)).rejects.toThrow(/names/);
});
