import { withConnection } from '@portico/dev-database/databases';
import { sumTotals } from '@portico/server/content/storedTotals';
import { createDb, createPool, type Db } from '@portico/server/db/pool';
import type { DB } from '@portico/server/db/schema.generated';
import { indexItems } from '@portico/server/search/index/indexItems';
import { mergeOnce, MIN_MAPPED_DOCS } from '@portico/server/search/index/mergeSegments';
import { sql, type Kysely } from 'kysely';
import type { SearchedItem } from '../search/searchDatabase.ts';

export const BATCH_SIZE = 5000;
const BATCHES_AT_ONCE = 3;
/** Batches run one by one up to here: the first items add most words, and concurrent batches would all add them. */
const STORED_SEQUENTIALLY = 10_000;
/** PostgreSQL can be slow to accept connections if it shares its processors with many other programs. */
const CONNECT_TIMEOUT_MS = 120_000;
/** The newest item is this many minutes old, so that no date is in the future. */
const NEWEST_MINUTES = 1440;
const CATEGORIES = ['Markets', 'Tax', 'Compliance', 'Technology'];
const DEPARTMENTS = ['Research', 'Compliance', 'Operations', 'Marketing'];
/** Disabled triggers: one statement per batch, or for all batches, does what these do for each row. */
const ROW_TRIGGERS = ['content_items_totals', 'content_items_content_words', 'content_items_pictures'];

export interface Filled {
  stored: number;
  /** Number of items added by this call, without existing ones. */
  added: number;
  /** Seconds to insert, publish and index these. */
  filledSeconds: number;
  /** Seconds to merge the index afterward. */
  mergedSeconds: number;
}

/** Connections with long timeouts, for a busy server and for statements that take minutes. */
export const openPatiently = (url: string, max: number, prepare: boolean): Db =>
  createDb(createPool({ url, max, prepare, statementTimeoutMs: 600_000, waitTimeoutMs: CONNECT_TIMEOUT_MS }));

/**
 * Adds missing news in large batches, each item a minute older than the one before, indexes them, and finishes with the
 * upkeep that jobs would do. Returns undefined if the time ran out; calling it again with the same news continues.
 */
export async function addNewsInBulk(
  url: string,
  items: Iterable<SearchedItem>,
  { until, onProgress }: { until: number; onProgress: (stored: number) => void },
): Promise<Filled | undefined> {
  const db = openPatiently(url, BATCHES_AT_ONCE, false);
  let position = 0;
  let added = 0;
  const batches = batchesOf(items);
  const begun = performance.now();
  const isOver = () => Date.now() >= until;
  const fill = async (upTo: number) => {
    while (position < upTo && !isOver()) {
      const { value: batch, done } = batches.next();
      if (done) return;
      const from = position;
      position += batch.length;
      if (await isStored(db, batch)) continue;
      await db.transaction().execute((trx) => publishBatch(trx, batch, from));
      added += batch.length;
      if ((from + batch.length) % (10 * BATCH_SIZE) === 0) onProgress(from + batch.length);
    }
  };
  try {
    for (const trigger of ROW_TRIGGERS) await switchTrigger(db, 'disable', trigger);
    await fill(STORED_SEQUENTIALLY);
    await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, () => fill(Infinity)));
    if (isOver()) return undefined;
    await countAll(db);
    for (const trigger of ROW_TRIGGERS) await switchTrigger(db, 'enable', trigger);
    const filled = performance.now();
    while (await mergeOnce(db, new Date(), MIN_MAPPED_DOCS));
    const merged = performance.now();
    await withConnection(url, (client) => client.query('vacuum (analyze)'));
    return {
      stored: position,
      added,
      filledSeconds: (filled - begun) / 1000,
      mergedSeconds: (merged - filled) / 1000,
    };
  } finally {
    await db.destroy();
  }
}

/** Checking the first item is enough, because a batch is stored in one transaction. */
async function isStored(db: Db, [first]: SearchedItem[]): Promise<boolean> {
  const found = await db.selectFrom('content_items').select('id').where('id', '=', first!.id).executeTakeFirst();
  return found !== undefined;
}

function* batchesOf(items: Iterable<SearchedItem>): Generator<SearchedItem[], undefined> {
  let batch: SearchedItem[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const switchTrigger = (db: Db, to: 'disable' | 'enable', trigger: string) =>
  sql`alter table content_items ${sql.raw(to)} trigger ${sql.id(trigger)}`.execute(db);

async function publishBatch(trx: Kysely<DB>, batch: SearchedItem[], storedBefore: number): Promise<void> {
  const rows = batch.map(({ id, title, description, audience = [] }, index) => ({
    id,
    title,
    description,
    audience,
    at: new Date(Date.now() - (NEWEST_MINUTES + storedBefore + index) * 60_000),
    categories: [CATEGORIES[index % CATEGORIES.length]],
    department: DEPARTMENTS[index % DEPARTMENTS.length],
  }));
  await sql`create temporary table if not exists given (id uuid, title text, description text, audience text[],
    at timestamptz, categories text[], department text) on commit delete rows`.execute(trx);
  await sql`insert into given select * from jsonb_populate_recordset(null::given, ${JSON.stringify(rows)}::jsonb)`.execute(
    trx,
  );
  await sql`insert into content_items (id, kind) select id, 'news' from given`.execute(trx);
  await sql`insert into content_revisions (item_id, number, header, description, creator_kind, components, published_at,
      first_published_at, audience, categories, author_department)
    select id, 1, title, description, 'System', '[]', at, at, audience, categories, department from given`.execute(trx);
  await sql`update content_items item set published_revision_id = rev.id, published_at = rev.published_at, title = rev.header,
      audience = rev.audience, categories = rev.categories, author_department = rev.author_department, version = 2
    from given join content_revisions rev on rev.item_id = given.id where item.id = given.id`.execute(trx);
  await sql`insert into content_words select rev.item_id, content_words_of(rev)
    from given join content_revisions rev on rev.item_id = given.id`.execute(trx);
  await indexItems(
    trx,
    batch.map(({ id }) => id),
  );
}

async function countAll(db: Db): Promise<void> {
  await sql`delete from content_totals`.execute(db);
  await sql`insert into content_totals (kind, audience, at, items)
    select kind, audience, published_at, count(*) from content_items where published_revision_id is not null group by 1, 2, 3`.execute(
    db,
  );
  await sumTotals(db, new Date());
}
