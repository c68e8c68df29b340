import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { ObjectStore, StagedObject } from './objectStore.ts';

const MAX_KEY_LENGTH = 200;
/**
 * Small letters, digits and `_ . -` between slashes, no segment starting with a dot: nothing leaves the folder or hides
 * in it.
 */
const KEY = /^[a-z0-9_-][a-z0-9_.-]*(?:\/[a-z0-9_-][a-z0-9_.-]*)*$/;

/**
 * Objects as files below `folder`; the part of the key before a slash is a folder. A file is written to a temporary
 * name, flushed and renamed, so that a crash leaves the old object or the new one, never a part. Throws TypeError on a
 * malformed key.
 */
export function createDiskStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => {
    if (key.length > MAX_KEY_LENGTH || !KEY.test(key))
      throw new TypeError(`Not a key of the object store: ${JSON.stringify(key)}`);
    return join(folder, key);
  };
  const stagedFolder = join(folder, '.incoming');

  async function stage(data: Uint8Array | Readable): Promise<StagedObject> {
    const aside = join(stagedFolder, randomUUID());
    await mkdir(stagedFolder, { recursive: true });
    try {
      const size = await writeDurably(aside, data);
      return {
        size,
        read: (start, length) => readPart(aside, start, length),
        stream: () => createReadStream(aside),
        async keep(key) {
          const path = pathOf(key);
          await mkdir(dirname(path), { recursive: true });
          await rename(aside, path);
          await flushFolder(dirname(path));
        },
        discard: () => rm(aside, { force: true }),
      };
    } catch (error) {
      await rm(aside, { force: true });
      throw error;
    }
  }

  return {
    stage,
    async put(key, data) {
      pathOf(key);
      const staged = await stage(data);
      try {
        await staged.keep(key);
      } finally {
        await staged.discard();
      }
    },
    async clearStage(before) {
      let count = 0;
      for (const name of await readdir(stagedFolder).catch(emptyIfMissing)) {
        const path = join(stagedFolder, name);
        const found = await stat(path).catch(undefinedIfMissing);
        if (!found || found.mtime >= before) continue;
        await rm(path, { force: true });
        count += 1;
      }
      return count;
    },
    async open(key, range) {
      const handle = await open(pathOf(key)).catch(undefinedIfMissing);
      if (handle === undefined) return undefined;
      const found = await handle.stat();
      if (found.isFile())
        return { stream: handle.createReadStream(range ?? {}), size: found.size, lastModified: found.mtime };
      await handle.close();
      return undefined;
    },
    has: async (key) => (await stat(pathOf(key)).catch(undefinedIfMissing))?.isFile() ?? false,
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async space() {
      await mkdir(folder, { recursive: true });
      const { bavail, blocks, bsize } = await statfs(folder);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
    async *list(prefix) {
      const root = pathOf(prefix);
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(emptyIfMissing)) {
        const path = join(entry.parentPath, entry.name);
        const found = entry.isFile() ? await stat(path).catch(undefinedIfMissing) : undefined;
        if (found) yield { key: relative(folder, path).replaceAll(sep, '/'), lastModified: found.mtime };
      }
    },
  };
}

/** Answers how many bytes there were. */
async function writeDurably(path: string, data: Uint8Array | Readable): Promise<number> {
  const handle = await open(path, 'wx');
  try {
    await handle.writeFile(data);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

async function readPart(path: string, start: number, length: number): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: start });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A rename is durable only with its folder; Windows does that automatically and has no call for it. */
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

function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
  return [];
}
