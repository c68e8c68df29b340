import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { emptyIfMissing, undefinedIfMissing } from './missingFiles.ts';
import type { StagedObject } from './objectStore.ts';

/** Staged data as a file that has been flushed to disk. */
export interface StagedFile extends Omit<StagedObject, 'store'> {
  path: string;
}

/** Throws file system errors; nothing is left behind then. */
export async function stageLocally(folder: string, data: Uint8Array | Readable): Promise<StagedFile> {
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  try {
    const size = await writeDurably(path, data);
    return {
      path,
      size,
      read: (start, length) => readPart(path, start, length),
      stream: () => createReadStream(path),
      discard: () => rm(path, { force: true }),
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Removes files staged before that instant and returns how many. */
export async function clearStaged(folder: string, before: Date): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder).catch(emptyIfMissing)) {
    const path = join(folder, name);
    const found = await stat(path).catch(undefinedIfMissing);
    if (!found || found.mtime >= before) continue;
    await rm(path, { force: true });
    count += 1;
  }
  return count;
}

/** Returns how many bytes were written. */
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
