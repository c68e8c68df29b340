import { sql, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { INDEX_VERSION, indexItems, searchedKinds } from './indexItems.ts';
import { purgeSearchChanges } from './searchState.ts';
import { MIN_MAPPED_DOCS, mergeOnce } from './mergeSegments.ts';

const INDEXING_BATCH_SIZE = 100;
/** Many batches at once, because listing what is missing reads all items. */
const MAX_LISTED = 10_000;
/**
 * Items that expired this long ago are removed from the index, so that searches need not skip them; they return if the
 * clock is set back.
 */
const PURGE_EXPIRED_AFTER_DAYS = 30;

const Item = z.object({ id: z.uuid() });
/** A missing item, and how many items are missing. */
const Listed = z.extend(Item, { missing: z.int() });
const Missing = z.object({ missing: z.int() });

/** The stored count, as an expression for statements. Counting would read all items. */
export const missingItems: RawBuilder<number> = sql`coalesce((select missing from search_upkeep), 0)`;

const purgedBefore = (now: Date): Date => new Date(now.getTime() - PURGE_EXPIRED_AFTER_DAYS * DAY_MS);

/**
 * Published items that are not indexed, whose index is of another revision, or that were indexed by an older version of
 * the portal.
 */
const fromMissing = (expiredBefore: Date): RawBuilder<unknown> => sql`
  from content_items item left join search_items search on search.item_id = item.id
  where item.published_revision_id is not null and item.kind = any (${[...searchedKinds]}::text[])
    and (item.expires_at is null or item.expires_at >= ${expiredBefore})
    and (search.revision_id is distinct from item.published_revision_id or search.index_version < ${INDEX_VERSION}::int)`;

/**
 * Keeps searches fast: purges expired items, indexes what is missing, merges small segments, measures the collection.
 * Search results do not depend on it. One process at a time merges; the others skip that step. Tests lower the numbers.
 */
export async function maintainSearchIndex(
  db: Db,
  now: Date,
  {
    batchSize = INDEXING_BATCH_SIZE,
    minMappedDocs = MIN_MAPPED_DOCS,
  }: { batchSize?: number; minMappedDocs?: number } = {},
): Promise<void> {
  const expiredBefore = purgedBefore(now);
  await purgeExpired(db, expiredBefore);
  await purgeSearchChanges(db);
  await indexMissing(db, expiredBefore, batchSize);
  while (await mergeOnce(db, now, minMappedDocs));
}

/**
 * How many published items were not indexed in their current revision at the last maintenance, at most a minute ago.
 */
export async function readMissing(db: Db): Promise<number> {
  const { missing } = await readRowOrThrow(db, Missing, sql`select ${missingItems} as missing`);
  return missing;
}

/** Indexes a document again once the text of its file has been read. Payload: `{ itemId }`. */
export async function indexDocument({ itemId }: { itemId: string }, { db }: { db: Db }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const item = await trx.selectFrom('content_items').select('kind').where('id', '=', itemId).executeTakeFirst();
    if (item?.kind === 'document') await indexItems(trx, await lockItems(trx, [itemId]));
  });
}

async function purgeExpired(db: Db, expiredBefore: Date): Promise<void> {
  await sql`with gone as (delete from search_items where expires_at < ${expiredBefore} returning doc)
    insert into search_gone select doc from gone`.execute(db);
}

/** Items that searches don't find at all come first, then those indexed by an older version of the portal. */
async function indexMissing(db: Db, expiredBefore: Date, batchSize: number): Promise<void> {
  for (;;) {
    const rows = await readRows(
      db,
      Listed,
      sql`select item.id, count(*) over ()::int as missing ${fromMissing(expiredBefore)}
        order by search.index_version nulls first limit ${MAX_LISTED}::int`,
    );
    await saveMissing(db, rows[0]?.missing ?? 0);
    if (rows.length === 0) return;
    await indexEach(
      db,
      expiredBefore,
      rows.map(({ id }) => id),
      batchSize,
    );
    if (rows.length < MAX_LISTED) return await saveMissing(db, 0);
  }
}

async function saveMissing(db: Db, missing: number): Promise<void> {
  await sql`insert into search_upkeep (missing) values (${missing}::int)
    on conflict (is_only) do update set missing = excluded.missing where search_upkeep.missing <> excluded.missing`.execute(
    db,
  );
}

/**
 * Replaces each item in one transaction, so that a search finds either its older doc or its new one. Items that another
 * process has indexed in the meantime are skipped.
 */
async function indexEach(db: Db, expiredBefore: Date, itemIds: string[], batchSize: number): Promise<void> {
  for (let start = 0; start < itemIds.length; start += batchSize)
    await db.transaction().execute(async (trx) => {
      const locked = await lockItems(trx, itemIds.slice(start, start + batchSize));
      const missing = await readRows(
        trx,
        Item,
        sql`select item.id ${fromMissing(expiredBefore)} and item.id = any (${locked}::uuid[])`,
      );
      if (missing.length === 0) return;
      await indexItems(
        trx,
        missing.map(({ id }) => id),
      );
    });
}

/** Locks the items against publishing until the transaction ends. Returns those that still exist. */
async function lockItems(trx: Transaction<DB>, ids: string[]): Promise<string[]> {
  const rows = await readRows(
    trx,
    Item,
    sql`select id from content_items where id = any (${ids}::uuid[]) order by id for update`,
  );
  return rows.map(({ id }) => id);
}
