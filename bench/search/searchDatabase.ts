import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@portico/contracts/durations';
import { withConnection } from '@portico/dev-database/databases';
import { startEmbeddedDatabase } from '@portico/dev-database/embeddedDatabase';
import { indexItems } from '@portico/server/search/index/indexItems';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import { migrateToLatest } from '@portico/server/db/migrate';
import { sumTotals } from '@portico/server/content/storedTotals';
import { maintainSearchIndex } from '@portico/server/search/index/maintainSearchIndex';
import { startTestIssuer } from '@portico/server/testing/testIssuer';
import { startChildServer } from '../stage/childServer.ts';
import { emptyWebRoot } from '../stage/emptyWebRoot.ts';
import { portalSettings } from '../stage/portalSettings.ts';

const BATCH_SIZE = 250;
/** Runs the portal's job of every minute after this many items. */
const UPKEEP_EVERY_ITEMS = 2500;
const MAX_TITLE_LENGTH = 300;

/** A published item. Everyone may see it unless `audience` restricts it. */
export interface SearchedItem {
  id: string;
  title: string;
  description?: string;
  /** Empty for an item without a body. */
  text: string;
  kind?: 'news' | 'event' | 'resource' | 'page';
  audience?: string[];
  /** Publication date in hours from now. */
  publishedIn?: number;
  expiresIn?: number;
  startsIn?: number;
}

/** A portal's server for benchmarks. Stopping it twice is safe. */
export interface SearchBench {
  databaseUrl: string;
  /** Address of the portal's server on that database. */
  portalUrl: string;
  pid: number;
  /** Address of the identity provider. */
  issuer: string;
  /** Headers of a person without an advisor type, with these claims in addition. */
  headers(claims?: Record<string, unknown>): Promise<Record<string, string>>;
}

type OnStop = (stop: () => Promise<void>) => void;

/**
 * An empty migrated database as the product sets it up, with all durability settings on, in a temporary folder; or the
 * one that an earlier run left in `keptIn`, which is not removed.
 */
export async function startSearchDatabase(onStop: OnStop, keptIn?: string): Promise<{ url: string; folder: string }> {
  const folder = keptIn ?? mkdtempSync(join(tmpdir(), 'portico-bench-'));
  if (keptIn === undefined) onStop(async () => rmSync(folder, { recursive: true, force: true }));
  // When we run as root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(folder, 0o755);
  const embedded = await startEmbeddedDatabase({ dataDir: join(folder, 'database') });
  onStop(embedded.stop);
  await migrateToLatest(embedded.url);
  return { url: embedded.url, folder };
}

/** Starts the real server on a database, with an identity provider that issues tokens for us. */
export async function startSearchServer(
  { url, folder }: { url: string; folder: string },
  onStop: OnStop,
): Promise<SearchBench> {
  const issuer = await startTestIssuer();
  onStop(issuer.close);
  const webRoot = emptyWebRoot(folder);
  const server = await startChildServer(import.meta.resolve('./searchServer.ts'), {
    ...portalSettings({ url, folder }, issuer.issuer),
    PORTICO_ROLE: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
    WEB_ROOT: webRoot,
    MAX_EVENT_LOOP_DELAY_MS: '60000',
  });
  onStop(server.stop);
  return {
    databaseUrl: url,
    portalUrl: server.url,
    pid: server.pid,
    issuer: issuer.issuer,
    async headers(claims = {}) {
      const { idToken, accessToken } = await issuer.tokens({ sub: 'bench', ...claims });
      return { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
    },
  };
}

/** Stores items, indexes them as publishing does, in batches, and finishes with the search job's upkeep. */
export async function storeItems(
  url: string,
  items: Iterable<SearchedItem>,
  log: (count: number) => void,
): Promise<void> {
  const db = createDb(createPool({ url, max: 2, prepare: false, statementTimeoutMs: 600_000 }));
  try {
    let stored = 0;
    let batch: SearchedItem[] = [];
    const store = async () => {
      await storeBatch(db, batch, stored);
      const before = stored;
      stored += batch.length;
      batch = [];
      if (Math.floor(stored / UPKEEP_EVERY_ITEMS) > Math.floor(before / UPKEEP_EVERY_ITEMS))
        await maintainSearchIndex(db, new Date());
      if (Math.floor(stored / 10_000) > Math.floor(before / 10_000)) log(stored);
    };
    for (const item of items) {
      batch.push(item);
      if (batch.length === BATCH_SIZE) await store();
    }
    if (batch.length > 0) await store();
    await maintainSearchIndex(db, new Date());
    // The portal does this every five minutes; otherwise each list would count the rows of the bulk load.
    await sumTotals(db, new Date());
  } finally {
    await db.destroy();
  }
  await withConnection(url, (client) => client.query('vacuum (analyze)'));
}

async function storeBatch(db: Db, items: SearchedItem[], storedBefore: number): Promise<void> {
  const now = Date.now();
  const inHours = (hours: number | undefined) =>
    hours === undefined ? null : new Date(now + hours * HOUR_MS).toISOString();
  const copies = items.map(({ publishedIn, expiresIn, startsIn, audience = [] }, index) => ({
    published_at: inHours(publishedIn ?? -24 - (storedBefore + index) / 60)!,
    expires_at: inHours(expiresIn),
    audience,
    starts_at: inHours(startsIn),
    ends_at: inHours(startsIn === undefined ? undefined : startsIn + 2),
  }));
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('content_items')
      .values(items.map(({ id, kind = 'resource' }) => ({ id, kind })))
      .execute();
    const revisions = await trx
      .insertInto('content_revisions')
      .values(
        items.map(({ id, title, description = '', text }, index) => ({
          ...copies[index]!,
          item_id: id,
          number: 1,
          header: title.trim().slice(0, MAX_TITLE_LENGTH) || '–',
          description,
          creator_kind: 'System',
          components: JSON.stringify(text === '' ? [] : componentsOf(text)),
          first_published_at: copies[index]!.published_at,
        })),
      )
      .returning(['id', 'item_id', 'header'])
      .execute();
    for (const { id, item_id, header } of revisions) {
      const copy = copies[items.findIndex((item) => item.id === item_id)]!;
      await trx
        .updateTable('content_items')
        .set({ ...copy, published_revision_id: id, title: header, version: 2 })
        .where('id', '=', item_id)
        .execute();
    }
    await indexItems(
      trx,
      items.map(({ id }) => id),
    );
  });
}

function componentsOf(text: string) {
  const content = [{ type: 'text', text: text.replaceAll('\0', ' ') || ' ' }];
  return [{ id: 'b1', type: 'BodyText', body: { type: 'doc', content: [{ type: 'paragraph', content }] } }];
}
