import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('a stored object is returned complete, with its size and date', async () => {
  const before = Date.now();
  await store.put('pictures/ab/one.webp', Buffer.from('hello'));
  const object = await store.open('pictures/ab/one.webp');
  expect(object).toMatchObject({ size: 5 });
  expect(object!.lastModified.getTime()).toBeGreaterThan(before - 2000);
  expect(await text(object!.stream)).toBe('hello');
  expect(await store.has('pictures/ab/one.webp')).toBe(true);
});

test('an object may come as a stream and be larger than a buffer', async () => {
  const part = Buffer.alloc(1 << 20, 7);
  await store.put('large.bin', Readable.from([part, part, part]));
  const object = await store.open('large.bin');
  expect(object!.size).toBe(3 << 20);
  expect((await buffer(object!.stream)).equals(Buffer.alloc(3 << 20, 7))).toBe(true);
});

test('putting again replaces the object; a put that fails halfway leaves the old one and no other files', async () => {
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

test('ten concurrent writers of one key leave one complete object', async () => {
  const texts = Array.from({ length: 10 }, (_, index) => String(index).repeat(10_000));
  await Promise.all(texts.map((one) => store.put('contested.txt', Buffer.from(one))));
  expect(texts).toContain(await read('contested.txt'));
});

test('missing objects, deleted objects and folders are absent, and deleting one again does nothing', async () => {
  await store.put('kept/one.txt', Buffer.from('x'));
  await store.delete('kept/one.txt');
  await store.delete('kept/one.txt');
  for (const key of ['kept/one.txt', 'kept', 'never/there']) {
    expect(await store.open(key)).toBeUndefined();
    expect(await store.has(key)).toBe(false);
  }
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

test('a part of an object can be opened; its size is that of the whole', async () => {
  await store.put('note.txt', Buffer.from('0123456789'));
  const part = await store.open('note.txt', { start: 2, end: 4 });
  expect([await text(part!.stream), part!.size]).toEqual(['234', 10]);
});

test('staged data can be read before it is stored or discarded, and is not an object until then', async () => {
  const staged = await store.stage(Readable.from([Buffer.from('hello '), Buffer.from('world')]));
  expect([
    staged.size,
    (await staged.read(6, 100)).toString(),
    (await staged.read(100, 5)).length,
    await text(staged.stream()),
  ]).toEqual([11, 'world', 0, 'hello world']);
  await staged.keep('kept.txt');
  await staged.discard();
  expect(await read('kept.txt')).toBe('hello world');
  const forgotten = await store.stage(Buffer.from('x'));
  await forgotten.discard();
  await forgotten.discard();
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});

test('data that a process left staged is removed by age', async () => {
  expect(await store.clearStage(new Date())).toBe(0);
  await store.stage(Buffer.from('left behind'));
  expect(await store.clearStage(new Date(Date.now() - 60_000))).toBe(0);
  expect(await store.clearStage(new Date(Date.now() + 1000))).toBe(1);
});

test('objects are listed by the first segments of their keys', async () => {
  const keys = async (prefix: string) => {
    const found: string[] = [];
    for await (const { key } of store.list(prefix)) found.push(key);
    return found.sort();
  };
  for (const key of ['files/ab/one', 'files/cd/two', 'pictures/x.webp']) await store.put(key, Buffer.from('x'));
  await store.stage(Buffer.from('x'));
  expect(await keys('files')).toEqual(['files/ab/one', 'files/cd/two']);
  expect(await keys('files/ab')).toEqual(['files/ab/one']);
  expect(await keys('nothing')).toEqual([]);
});
