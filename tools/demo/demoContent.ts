import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { loadSetting } from '@portico/server/config';
import { queryRows } from '@portico/server/db/rows';
import { z } from 'zod/mini';
import { importContent } from '../content-import/importContent.ts';
import { loadDemoDuties } from './demoDuties.ts';
import { loadDemoEntries } from './demoEntries.ts';
import { loadDemoReadership } from './demoReadership.ts';
import { loadDemoPeople } from './demoPeople.ts';
import { openFileStore } from '../fileStore.ts';
import type { OnProgress } from '../progress.ts';
import { root } from '../root.ts';

/**
 * Fills a portal that has no content with the demo collection, and, if people sign in at the development identity
 * provider (`issuer`), with the demo accounts' personal data, confirmations, entries of forms and numbers of readers.
 * The next start completes an interrupted import; after that the demo is never imported again, so people can change it.
 */
export async function loadDemoContent(
  databaseUrl: string,
  dataDir: string,
  issuer: string | undefined,
  onProgress: OnProgress,
): Promise<string> {
  const unfinished = join(dataDir, 'demo-content.unfinished');
  if (!existsSync(unfinished) && (await hasContent(databaseUrl))) return 'already loaded';
  writeFileSync(unfinished, '');
  const firmTimeZone = loadSetting('FIRM_TIME_ZONE', process.env);
  const report = await importContent({
    folder: join(root, 'demo'),
    databaseUrl,
    store: await openFileStore(dataDir),
    firmTimeZone,
    // The demo's documents are known to be readable, and people are waiting for the start.
    readsDocuments: false,
    onProgress: ({ step, done, total }) => onProgress(`${step} ${done} of ${total}`),
  });
  if (issuer !== undefined) {
    await loadDemoPeople(databaseUrl, issuer);
    onProgress('Confirmations');
    await loadDemoDuties(databaseUrl, firmTimeZone);
    await loadDemoEntries(databaseUrl, firmTimeZone);
    await loadDemoReadership(databaseUrl, firmTimeZone);
  }
  rmSync(unfinished);
  return report.rejected.length > 0
    ? `demo content loaded, ${report.rejected.length} items rejected`
    : 'demo content loaded';
}

async function hasContent(databaseUrl: string): Promise<boolean> {
  return withConnection(databaseUrl, async (client) => {
    const [row] = await queryRows(
      client,
      z.object({ found: z.boolean() }),
      'SELECT EXISTS (SELECT FROM content_items) AS found',
    );
    return row?.found === true;
  });
}
