import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withConnection } from '@portico/dev-database/databases';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { indexItems } from '@portico/server/content/searchIndex';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { migrateToLatest } from '@portico/server/db/migrate';

const BATCH_SIZE = 250;

/** A published resource for everybody. */
export interface SearchedText {
  id: string;
  title: string;
  text: string;
}

export interface SearchDatabase {
  url: string;
  /** Folder that goes away with the database. */
  folder: string;
  stop(): Promise<void>;
}

/** An empty migrated database, as the product brings it up, in a temporary folder. */
export async function startSearchDatabase(): Promise<SearchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
  // Run by root the database has an account of its own, which must be able to enter.
  chmodSync(folder, 0o755);
  const embedded = await startEmbeddedDatabase({ dataDir: join(folder, 'database') });
  const stop = async () => {
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await migrateToLatest(embedded.url);
    return { url: embedded.url, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Stores texts as published resources, a day's hour after each other, and indexes them as publication does, many at once. */
export async function storeTexts(url: string, texts: Iterable<SearchedText>, tell: (count: number) => void): Promise<void> {
  const db = createDb(createPool({ url, max: 2, prepare: false, statementTimeoutMs: 300_000 }));
  try {
    let stored = 0;
    let batch: SearchedText[] = [];
    const store = async () => {
      await storeBatch(db, batch, stored);
      stored += batch.length;
      batch = [];
      if (stored % 10_000 < BATCH_SIZE) tell(stored);
    };
    for (const text of texts) {
      batch.push(text);
      if (batch.length === BATCH_SIZE) await store();
    }
    if (batch.length > 0) await store();
  } finally {
    await db.destroy();
  }
}

async function storeBatch(db: Db, texts: SearchedText[], stored: number): Promise<void> {
  const publishedAt = (index: number) => new Date(Date.now() - 86_400_000 - (stored + index) * 60_000).toISOString();
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('content_items').values(texts.map(({ id }) => ({ id, kind: 'resource', external_id: id }))).execute();
    const revisions = await trx.insertInto('content_revisions').values(texts.map(({ id, title, text }, index) => ({
      item_id: id, number: 1, header: title.slice(0, 300) || '–', description: '', published_at: publishedAt(index), creator_kind: 'System',
      components: JSON.stringify(componentsOf(text)), first_published_at: publishedAt(index),
    }))).returning(['id', 'item_id', 'header', 'published_at']).execute();
    for (const { id, item_id, header, published_at } of revisions) {
      await trx.updateTable('content_items').set({ published_revision_id: id, published_at, title: header, version: 2 }).where('id', '=', item_id).execute();
    }
    await indexItems(trx, texts.map(({ id }) => id));
  });
}

function componentsOf(text: string) {
  return [{ id: 'b1', type: 'BodyText', body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: text || ' ' }] }] } }];
}

export async function settle(url: string): Promise<void> {
  await withConnection(url, (client) => client.query('vacuum (analyze)'));
}
