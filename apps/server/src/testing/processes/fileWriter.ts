import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { createDb, createPool } from '../../db/pool.ts';
import { createDiskStore } from '../../media/store/diskStore.ts';
import { addFile } from '../../media/files/files.ts';

/**
 * Adds files of some hundred kilobytes forever, three at a time, and writes the id of every one that was acknowledged.
 */
async function writeForever(url: string, folder: string): Promise<never> {
  const pool = createPool({ url, max: 4, prepare: true, statementTimeoutMs: 10_000 });
  const parts = { db: createDb(pool), store: createDiskStore(folder) };
  const writer = async () => {
    for (;;) {
      const { fileId } = await addFile(parts, {
        stream: Readable.from([randomBytes(100_000).toString('hex')], { objectMode: false }),
        fileName: 'noise.txt',
      });
      process.stdout.write(`${fileId}\n`);
    }
  };
  await Promise.all([writer(), writer(), writer()]);
  throw new Error('a writer ended');
}

if (process.env['FILES_DATABASE_URL'] && process.env['FILES_FOLDER'])
  await writeForever(process.env['FILES_DATABASE_URL'], process.env['FILES_FOLDER']);
