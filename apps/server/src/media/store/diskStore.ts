import { link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { clearStaged, stageLocally } from './localStage.ts';
import { emptyIfMissing, undefinedIfMissing } from './missingFiles.ts';
import { assertKey } from './objectKey.ts';
import type { ObjectStore, StagedObject } from './objectStore.ts';

/**
 * Objects as files below `folder`; the part of the key before a slash is a folder. A file is written under a temporary
 * name, flushed and renamed, so that a crash leaves either the old object or the new one, never a partial one. Throws
 * TypeError on a malformed key.
 */
export function createDiskStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => {
    assertKey(key);
    return join(folder, key);
  };
  const stagedFolder = join(folder, '.incoming');

  async function stage(data: Uint8Array | Readable): Promise<StagedObject> {
    const staged = await stageLocally(stagedFolder, data);
    return {
      ...staged,
      async store(key) {
        const path = pathOf(key);
        await mkdir(dirname(path), { recursive: true });
        // The staged file remains for a retry; on file systems without hard links, it becomes the object itself.
        const ready = `${staged.path}.ready`;
        await link(staged.path, ready).catch(() => rename(staged.path, ready));
        await rename(ready, path);
        await flushFolder(dirname(path));
      },
    };
  }

  return {
    stage,
    async put(key, data) {
      pathOf(key);
      const staged = await stage(data);
      try {
        await staged.store(key);
      } finally {
        await staged.discard();
      }
    },
    clearStage: (before) => clearStaged(stagedFolder, before),
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
    async assertWorks() {
      const staged = await stage(Buffer.from('portico'));
      await staged.discard();
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

/** A rename is durable only once its folder is flushed; Windows does that automatically and has no call for it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
