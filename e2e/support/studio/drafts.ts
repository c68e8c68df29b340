import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import type { ContentKind } from '@portico/server/content/details';
import { publish, saveDraft, unpublish } from '@portico/server/content/publication';
import { revisionContent, type MadeContent } from '@portico/server/testing/contentMaker';
import type { ComponentTree } from '@portico/kinds/content';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { ports } from '../ports.ts';

/** Runs `work` on the database of one of the journeys' portals, while the portal runs. */
export async function inDatabase<Result>(
  work: (db: Db) => Promise<Result>,
  port: number = ports.code,
): Promise<Result> {
  const { applicationUrl } = await startEmbeddedDatabase({
    dataDir: join(process.env.PORTICO_E2E_DATA!, String(port), 'postgres'),
  });
  const db = createDb(createPool({ url: applicationUrl, max: 1, prepare: false, statementTimeoutMs: 10_000 }));
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Publishes a new item and returns its id. `unchecked` components are put before its own without validation. */
export function publishItem(
  kind: ContentKind,
  made: MadeContent,
  { port, unchecked = [] }: { port: number; unchecked?: ComponentTree },
): Promise<string> {
  return inDatabase(async (db) => {
    const now = new Date();
    const content = revisionContent({ description: 'What a draft is about.', publishedAt: now.toISOString(), ...made });
    const { itemId, version, revisionId } = await saveDraft(db, { itemId: randomUUID(), kind, version: 0 }, content, {
      now,
    });
    await db
      .updateTable('content_revisions')
      .set({ components: JSON.stringify([...unchecked, ...content.trees.components]) })
      .where('id', '=', revisionId)
      .execute();
    await publish(db, { itemId, version }, { now });
    return itemId;
  }, port);
}

/** Takes an item from its readers, so that other journeys find their lists as they were. */
export async function withdrawItem(itemId: string): Promise<void> {
  await inDatabase(async (db) => {
    const { version } = await db
      .selectFrom('content_items')
      .select('version')
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow();
    await unpublish(db, { itemId, version }, { now: new Date() });
  });
}
