import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import type { ContentKind } from '@portico/server/content/details';
import { publish, saveDraft, type ContentDraft } from '@portico/server/content/publication';
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

type Draft = Partial<ContentDraft> & Pick<ContentDraft, 'header'>;

const whole = (draft: Draft, now: Date): ContentDraft => ({
  description: 'What a draft is about.',
  categories: [],
  audience: [],
  publishedAt: now.toISOString(),
  expiresAt: null,
  startsAt: null,
  endsAt: null,
  authorDepartment: null,
  creatorInfo: { kind: 'System' },
  image: null,
  components: [],
  details: {},
  ...draft,
});

/** Publishes a new item and returns its id. `unchecked` components are put before its own without validation. */
export function publishItem(
  kind: ContentKind,
  draft: Draft,
  { port, unchecked = [] }: { port: number; unchecked?: ComponentTree },
): Promise<string> {
  return inDatabase(async (db) => {
    const now = new Date();
    const content = whole(draft, now);
    const { itemId, version, revisionId } = await saveDraft(db, { itemId: randomUUID(), kind, version: 0 }, content, {
      now,
    });
    await db
      .updateTable('content_revisions')
      .set({ components: JSON.stringify([...unchecked, ...content.components]) })
      .where('id', '=', revisionId)
      .execute();
    await publish(db, { itemId, version }, { now });
    return itemId;
  }, port);
}
