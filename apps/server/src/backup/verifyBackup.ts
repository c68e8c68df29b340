import { withConnection } from '../db/connection.ts';
import { prepareDatabase } from '../db/prepareDatabase.ts';
import { readManifest, type Manifest } from './manifest.ts';
import type { PartReader, OnProgress } from './parts.ts';
import { assertWhole, restoreRows } from './restoreBackup.ts';
import { withScratchDatabase } from './scratchDatabase.ts';
import { countRows } from './writeBackup.ts';

/**
 * Restores a backup into a scratch database that is dropped afterward, compares the rows with the manifest, reads every
 * file, and brings the schema up to date as a restore would. Throws an Error that says what is wrong.
 */
export async function verifyBackup(
  parts: PartReader,
  { serverUrl, portal, onProgress = () => {} }: { serverUrl: string; portal: string; onProgress?: OnProgress },
): Promise<Manifest> {
  const manifest = await readManifest(parts);
  await assertWhole(parts, manifest, onProgress);
  await withScratchDatabase({ serverUrl, portal }, async (url) => {
    await restoreRows(parts, manifest, { databaseUrl: url, onProgress });
    await withConnection(url, async (client) => {
      for (const table of manifest.tables) {
        const rows = await countRows(client, table);
        if (rows !== table.rows)
          throw new Error(`${table.schema}.${table.name} has ${rows} rows after the restore instead of ${table.rows}.`);
      }
    });
    await prepareDatabase({ ownerUrl: url, applicationUrl: url });
  });
  return manifest;
}
