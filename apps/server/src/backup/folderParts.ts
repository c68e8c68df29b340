import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PartReader, PartWriter } from './parts.ts';

/**
 * Lets `write` fill a folder, which gets its final name only once it is complete. Throws if the folder already exists,
 * unless it is empty.
 */
export async function fillFolder<Result>(
  folder: string,
  write: (parts: PartWriter) => Promise<Result>,
): Promise<Result> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(error.code!))
      throw new Error(`${folder} already exists and is not an empty folder.`, { cause: error });
    if (error.code !== 'ENOENT') throw error;
  });
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
    await rename(unfinished, folder);
    return result;
  } catch (error) {
    // The disk may be full.
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

export const folderParts = (folder: string): PartReader => ({
  name: folder,
  async open(path) {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() ? createReadStream(file) : undefined;
  },
});
