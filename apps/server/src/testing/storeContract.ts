import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { listKeys, type ObjectStore } from '../media/store/objectStore.ts';

/**
 * What every file store does, whatever its implementation. `open` returns an empty store for one test. `isAtomic` is
 * false for a server that mixes up concurrent writers of one object, which only a toy does.
 */
export function describeStore(name: string, open: () => Promise<ObjectStore>, isAtomic = true): void {
  describe(name, () => {
    test('a stored object is returned complete, with its size and date', async () => {
      const store = await open();
      const before = Date.now();
      await store.put('pictures/ab/one.webp', Buffer.from('hello'));
      const object = await store.open('pictures/ab/one.webp');
      expect(object).toMatchObject({ size: 5 });
      expect(object!.lastModified.getTime()).toBeGreaterThan(before - 2000);
      expect(await text(object!.stream)).toBe('hello');
      expect(await store.has('pictures/ab/one.webp')).toBe(true);
    });

    test('an object can be stored from a stream, be larger than a buffer, and be read in part', async () => {
      const store = await open();
      const content = randomBytes(18 * 2 ** 20 + 5);
      await store.put('files/large.bin', Readable.from([content.subarray(0, 7), content.subarray(7)]));
      const object = await store.open('files/large.bin');
      expect(object!.size).toBe(content.length);
      expect((await buffer(object!.stream)).equals(content)).toBe(true);
      const [start, end] = [8 * 2 ** 20 - 3, 8 * 2 ** 20 + 3];
      const part = await store.open('files/large.bin', { start, end });
      expect([await buffer(part!.stream), part!.size]).toEqual([content.subarray(start, end + 1), content.length]);
    });

    test('an empty object is a valid object', async () => {
      const store = await open();
      await store.put('files/empty', Buffer.alloc(0));
      const object = await store.open('files/empty');
      expect([object!.size, await text(object!.stream)]).toEqual([0, '']);
    });

    test('a put that fails halfway leaves the previous object', async () => {
      const store = await open();
      await store.put('files/note.txt', Buffer.from('first'));
      const breaking = Readable.from(
        (async function* () {
          yield Buffer.from('thi');
          throw new Error('line cut');
        })(),
      );
      await expect(store.put('files/note.txt', breaking)).rejects.toThrow('line cut');
      expect(await text((await store.open('files/note.txt'))!.stream)).toBe('first');
      expect(await store.clearStage(new Date(Date.now() + 60_000))).toBe(0);
    });

    test.runIf(isAtomic)('ten concurrent writers of one key leave one complete object', async () => {
      const store = await open();
      const texts = Array.from({ length: 10 }, (_, index) => String(index).repeat(10_000));
      await Promise.all(texts.map((one) => store.put('files/contested.txt', Buffer.from(one))));
      expect(texts).toContain(await text((await store.open('files/contested.txt'))!.stream));
    });

    test('missing and deleted objects are absent, and deleting one again does nothing', async () => {
      const store = await open();
      await store.put('files/kept/one.txt', Buffer.from('x'));
      await store.delete('files/kept/one.txt');
      await store.delete('files/kept/one.txt');
      for (const key of ['files/kept/one.txt', 'files/kept', 'never/there']) {
        expect(await store.open(key)).toBeUndefined();
        expect(await store.has(key)).toBe(false);
      }
    });

    test('a key cannot leave the store or be hidden in it', async () => {
      const store = await open();
      for (const key of ['', '/etc/passwd', '../outside', 'a/../../b', './a', 'a/.hidden', 'a\u0000b', 'A.txt']) {
        await expect(store.put(key, Buffer.from('x')), key).rejects.toThrow(TypeError);
        await expect(store.open(key), key).rejects.toThrow(TypeError);
        await expect(store.has(key), key).rejects.toThrow(TypeError);
        await expect(store.delete(key), key).rejects.toThrow(TypeError);
      }
    });

    test('staged data can be read before it is stored, and is removed by age if it never is', async () => {
      const store = await open();
      const staged = await store.stage(Readable.from([Buffer.from('hello '), Buffer.from('world')]));
      expect([staged.size, (await staged.read(6, 100)).toString(), await text(staged.stream())]).toEqual([
        11,
        'world',
        'hello world',
      ]);
      await staged.store('files/kept.txt');
      await staged.discard();
      expect(await text((await store.open('files/kept.txt'))!.stream)).toBe('hello world');
      await store.stage(Buffer.from('left behind'));
      expect(await store.clearStage(new Date(Date.now() - 60_000))).toBe(0);
      expect(await store.clearStage(new Date(Date.now() + 60_000))).toBe(1);
    });

    test('objects are listed by the first segments of their keys', async () => {
      const store = await open();
      await store.assertWorks();
      for (const key of ['files/ab/one', 'files/cd/two', 'filesystem/x', 'pictures/x.webp'])
        await store.put(key, Buffer.from('x'));
      expect(await listKeys(store)).toEqual(['files/ab/one', 'files/cd/two', 'pictures/x.webp']);
      const found: string[] = [];
      for await (const { key, lastModified } of store.list('files/ab')) {
        expect(Math.abs(lastModified.getTime() - Date.now())).toBeLessThan(60_000);
        found.push(key);
      }
      expect(found).toEqual(['files/ab/one']);
      for await (const { key } of store.list('nothing')) expect(key).toBeUndefined();
    });
  });
}
