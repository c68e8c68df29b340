import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ports } from './ports.ts';

const root = resolve(import.meta.dirname, '../..');

/** The portal that starts without content. Other journeys may have imported some. */
export const emptyPortal = `http://localhost:${ports.implicit}`;

/**
 * Imports content into the empty portal while it runs, as an operator would, and returns the import's report.
 * `collection` has the records of each `.jsonl` or the value of a `.json`; `files` are the files of documents.
 */
export async function importContent(
  collection: Record<string, unknown>,
  files: Record<string, Uint8Array | string> = {},
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-collection-'));
  try {
    await mkdir(join(folder, 'files'));
    for (const [name, records] of Object.entries(collection)) {
      await writeFile(
        join(folder, name),
        name.endsWith('.jsonl')
          ? (records as object[]).map((record) => JSON.stringify(record)).join('\n')
          : JSON.stringify(records),
      );
    }
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, 'files', name), bytes);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(root, 'tools/bootstrap.mjs'), 'content:import', folder, '--no-shift-dates'],
      {
        env: {
          ...process.env,
          PORTICO_DATA_DIR: join(process.env.PORTICO_E2E_DATA!, String(ports.implicit)),
          INIT_CWD: root,
        },
      },
    ).catch((error: { stdout: string }) => error);
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}
