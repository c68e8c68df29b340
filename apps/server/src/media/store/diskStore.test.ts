import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeStore } from '../../testing/storeContract.ts';
import { createDiskStore } from './diskStore.ts';
import type { ObjectStore } from './objectStore.ts';

let folder: string;
let store: ObjectStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-store-'));
  store = createDiskStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const read = async (key: string): Promise<string | undefined> => {
  const object = await store.open(key);
  return object && text(object.stream);
};

describeStore('a folder [OPS-201]', () => Promise.resolve(store));

test('storing an object again replaces it; a put that fails halfway leaves the old one and no other files', async () => {
  await store.put('note.txt', Buffer.from('first'));
  await store.put('note.txt', Buffer.from('second'));
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('thi');
      throw new Error('line cut');
    })(),
  );
  await expect(store.put('note.txt', breaking)).rejects.toThrow('line cut');
  expect(await read('note.txt')).toBe('second');
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('a key cannot leave the folder, be hidden or differ from another only by case', async () => {
  const hostile = [
    '',
    '/',
    '/etc/passwd',
    '../outside',
    'a/../../b',
    'a//b',
    './a',
    '.incoming/a',
    'a/.hidden',
    'a\\b',
    'a\u0000b',
    'A.txt',
    'a b',
    'x/',
    'a'.repeat(201),
  ];
  for (const key of hostile) {
    await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow(TypeError);
    await expect(store.open(key), key).rejects.toThrow(TypeError);
    await expect(store.has(key), key).rejects.toThrow(TypeError);
    await expect(store.delete(key), key).rejects.toThrow(TypeError);
  }
  await store.put('a'.repeat(200), Buffer.from('x'));
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['a'.repeat(200)]));
});

test('staged data can be read before it is stored or discarded, and is not an object until then', async () => {
  const staged = await store.stage(Readable.from([Buffer.from('hello '), Buffer.from('world')]));
  expect([
    staged.size,
    (await staged.read(6, 100)).toString(),
    (await staged.read(100, 5)).length,
    await text(staged.stream()),
  ]).toEqual([11, 'world', 0, 'hello world']);
  await staged.store('kept.txt');
  await staged.discard();
  expect(await read('kept.txt')).toBe('hello world');
  const forgotten = await store.stage(Buffer.from('x'));
  await forgotten.discard();
  await forgotten.discard();
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});
