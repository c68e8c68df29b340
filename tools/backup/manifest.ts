import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';

export const MANIFEST = 'manifest.json';

const Checked = { bytes: z.int(), sha256: z.string() };

/** What a backup holds, in `manifest.json`, which is written last: a folder without it is no backup. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The instant that the rows are of. */
  takenAt: z.iso.datetime(),
  /** Version of the server they come from, e.g. `18.4`. */
  postgres: z.string(),
  /** Names of the migrations that had run. */
  migrations: z.array(z.string()),
  /** One file each in PostgreSQL's text format of COPY. */
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      file: z.string(),
      ...Checked,
    }),
  ),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), lastValue: z.string() })),
  /** Objects of the file store, below `files/`. */
  files: z.array(z.object({ key: z.string(), ...Checked })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Throws an Error that says what is wrong with a folder that is no backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new Error(`${folder} is not a complete backup: ${MANIFEST} is missing.`);
  });
  const { success, data } = z.safeParse(Manifest, JSON.parse(text));
  if (!success) throw new Error(`This version can't read ${join(folder, MANIFEST)}.`);
  return data;
}
