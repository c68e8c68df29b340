import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Checked {
  bytes: number;
  sha256: string;
}

/** Writes a stream to a file, makes sure that it is on the disk, and says what was written. */
export async function writeChecked(source: Readable, path: string): Promise<Checked> {
  await mkdir(dirname(path), { recursive: true });
  const measure = measuring();
  await pipeline(source, measure.through, createWriteStream(path));
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
  return measure.result();
}

export async function measureFile(path: string): Promise<Checked> {
  const measure = measuring();
  for await (const chunk of measure.through(createReadStream(path))) void chunk;
  return measure.result();
}

function measuring() {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *through(source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    result: (): Checked => ({ bytes, sha256: hash.digest('hex') }),
  };
}

/**
 * Paths of all files below a folder, with slashes, in order; what starts with a dot is left out. None when there is no
 * such folder.
 */
export async function listFiles(folder: string, below = ''): Promise<string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        return entry.isDirectory() ? listFiles(folder, path) : [path];
      }),
  );
  return found.flat().sort();
}
