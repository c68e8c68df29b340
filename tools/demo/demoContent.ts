import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { queryRows } from '@portico/server/db/rows';
import { z } from 'zod/mini';
import { importContent } from '../content-import/importContent.ts';
import { loadDemoPeople } from './demoPeople.ts';
import { openFileStore } from '../fileStore.ts';
import type { Tell } from '../progress.ts';
import { root } from '../root.ts';

/**
 * Fills a portal that has no content with the demo collection, and with the demo accounts' personal data if it is
 * `issuer`, the development identity provider, that they sign in at. An import that was cut off is completed by the
 * next start; content that people have changed since is never touched again.
 */
export async function loadDemoContent(
  databaseUrl: string,
  dataDir: string,
  issuer: string | undefined,
  tell: Tell,
): Promise<string> {
  const unfinished = join(dataDir, 'demo-content.unfinished');
  if (!existsSync(unfinished) && (await hasContent(databaseUrl))) return 'there already';
  writeFileSync(unfinished, '');
  const report = await importContent({
    folder: join(root, 'demo'),
    databaseUrl,
    store: await openFileStore(dataDir),
    // They are known to be readable, and people wait for the start.
    readsDocuments: false,
    onProgress: ({ step, done, total }) => tell(`${step} ${done} of ${total}`),
  });
  if (issuer !== undefined) await loadDemoPeople(databaseUrl, issuer);
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
