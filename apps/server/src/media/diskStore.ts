import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ObjectStore } from './objectStore.ts';

const MAX_KEY_LENGTH = 200;
/** Small letters, digits and `_ . -` between slashes, no segment starting with a dot: nothing leaves the folder or hides in it. */
const KEY = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;

/**
 * Objects as files below `folder`; what stands before a slash in the key is a folder. A file is written aside, flushed
 * and renamed, so that a crash leaves the old object or the new one, never a part. Throws TypeError on a malformed key.
 */
export function createDiskStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => {
    if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) throw new TypeError(`Not a key of the object store: ${JSON.stringify(key)}`);
    return join(folder, key);
  };
  return {
    async put(key, data) {
      const path = pathOf(key);
      const aside = join(folder, '.incoming', randomUUID());
      await mkdir(dirname(aside), { recursive: true });
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeDurably(aside, data);
        await rename(aside, path);
      } catch (error) {
        await rm(aside, { force: true });
        throw error;
      }
      await flushFolder(dirname(path));
    },
    async open(key) {
      const handle = await open(pathOf(key)).catch(undefinedIfMissing);
      if (handle === undefined) return undefined;
      const found = await handle.stat();
      if (found.isFile()) return { stream: handle.createReadStream(), size: found.size, lastModified: found.mtime };
      await handle.close();
      return undefined;
    },
    has: async (key) => (await stat(pathOf(key)).catch(undefinedIfMissing))?.isFile() ?? false,
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function writeDurably(path: string, data: Uint8Array | Readable): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(data);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is durable only with its folder; Windows does that by itself and has no call for it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
}
