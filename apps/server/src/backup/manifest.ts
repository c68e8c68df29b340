import { hash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { z } from 'zod/mini';
import type { PartReader } from './parts.ts';

export const MANIFEST = 'manifest.json';

const Checked = { bytes: z.int(), sha256: z.string() };

export const Sequence = z.object({ schema: z.string(), name: z.string(), lastValue: z.string() });

/** The contents of a backup, in `manifest.json`, which is written last. */
export const Manifest = z.object({
  /** Format 1 had no checksum for the manifest. */
  format: z.literal([1, 2]),
  /** Checksum of the manifest without this field. */
  sha256: z.optional(z.string()),
  /** The instant of the snapshot of the rows. */
  takenAt: z.iso.datetime(),
  /** Server version of the source database, e.g. `18.4`. */
  postgres: z.string(),
  /** Names of the migrations that had been applied. */
  migrations: z.array(z.string()),
  /** One file per table, in PostgreSQL's COPY text format. */
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
  sequences: z.array(Sequence),
  /** Objects in the file store, stored below `files/`. */
  files: z.array(z.object({ key: z.string(), ...Checked })),
});
export type Manifest = z.infer<typeof Manifest>;

/** Throws an Error that explains why something is not a backup. */
export async function readManifest(parts: PartReader): Promise<Manifest> {
  const stream = await parts.open(MANIFEST);
  if (!stream) throw new Error(`${parts.name} is not a complete backup: ${MANIFEST} is missing.`);
  const sealedText = await text(stream);
  const damaged = new Error(`The backup is damaged: ${MANIFEST} is altered.`);
  let given: unknown;
  try {
    given = JSON.parse(sealedText);
  } catch {
    throw damaged;
  }
  const { success, data } = z.safeParse(Manifest, given);
  if (!success) throw new Error(`This version can't read ${MANIFEST} of ${parts.name}.`);
  if ((data.format > 1 || data.sha256 !== undefined) && data.sha256 !== checksumOf(given as Manifest)) throw damaged;
  return data;
}

/** The manifest as it is stored, with its own checksum. */
export function sealed(manifest: Manifest): string {
  return `${JSON.stringify({ ...manifest, sha256: checksumOf(manifest) }, null, 1)}\n`;
}

const checksumOf = (manifest: Manifest): string => hash('sha256', JSON.stringify({ ...manifest, sha256: undefined }));
