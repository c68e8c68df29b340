import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PartReader, PartWriter } from './parts.ts';

/**
 * Lets `write` fill a folder, which gets its final name only once it is complete. Throws if the folder already exists,
 * unless it is empty, or has only entries that the caller allows to be replaced.
 */
export async function fillFolder<Result>(
  folder: string,
  write: (parts: PartWriter) => Promise<Result>,
  { mayReplace }: { mayReplace?: ((entry: string) => boolean) | undefined } = {},
): Promise<Result> {
  const replaced = mayReplace && (await readdir(folder).catch(() => []));
  const isReplaced = replaced !== undefined && replaced.length > 0 && replaced.every(mayReplace!);
  if (!isReplaced) await removeEmpty(folder);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const parts: PartWriter = {
    async write(path, source) {
      const file = join(unfinished, path);
      await mkdir(dirname(file), { recursive: true });
      await pipeline(source, createWriteStream(file));
      const handle = await open(file, 'r');
      await handle.sync().finally(() => handle.close());
    },
  };
  try {
    const result = await write(parts);
    if (isReplaced) await replaceFolder(folder, unfinished);
    else await rename(unfinished, folder);
    return result;
  } catch (error) {
    // The disk may be full.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** After a kill, at most one of the two has another name, and both are whole. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  const former = `${folder}.replaced`;
  await rm(former, { recursive: true, force: true });
  await rename(folder, former);
  await rename(by, folder);
  await rm(former, { recursive: true });
}

async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code!))
      throw new Error(`${folder} already exists and is not an empty folder.`, { cause: error });
    if (error.code !== 'ENOENT') throw error;
  });
}

export const folderParts = (folder: string): PartReader => ({
  name: folder,
  async open(path) {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() ? createReadStream(file) : undefined;
  },
});
