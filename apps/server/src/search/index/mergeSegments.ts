import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { BigInteger, readRowOrThrow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { addPostings } from './addPostings.ts';
import { writeDocMap } from './docMaps.ts';
import { measureCollection } from './measureCollection.ts';
import { docsIn } from './postings.ts';

/** When there are more segments than this of about the same size, they are merged into one. */
const MAX_SEGMENTS_OF_A_SIZE = 8;
/** Entries written by one statement of a merge, which takes some tenths of a second. */
const MERGE_BATCH_SIZE = 300_000;
/** Postings with fewer docs get no doc map. */
export const MIN_MAPPED_DOCS = 1000;
const REBUILD_BATCH_SIZE = 500;
/**
 * All postings are rewritten without the gone docs once there are more of these than this number and this share of all
 * docs.
 */
const MAX_GONE_DOCS = 500;
const MAX_GONE_SHARE = 0.05;
const SERIALIZATION_FAILURE = '40001';

const Segment = z.object({ id: BigInteger, docs: z.int() });
type Segment = z.infer<typeof Segment>;
/** `entries` is an array as PostgreSQL writes it. */
const LargePosting = z.object({ lexeme: z.string(), bucket: z.int(), entries: z.string() });
type LargePosting = z.infer<typeof LargePosting>;
const LexemeRange = z.object({ first: z.string(), last: z.string() });
const MergeLock = z.object({ isAcquired: z.boolean() });
const DocCount = z.object({ gone: z.int(), all: z.int() });
const NewSegment = z.object({ id: BigInteger });
const Doc = z.object({ doc: BigInteger });

/**
 * Merges once if there is anything to merge, and returns whether there may be more. Also returns false if another
 * process is merging. The snapshot of the transaction decides which postings and gone docs the merge sees.
 */
export async function mergeOnce(db: Db, now: Date, minMappedDocs: number): Promise<boolean> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => (await acquireMergeLock(trx)) && mergeSegments(trx, now, minMappedDocs));
  } catch (error) {
    // Another process has just merged the same segments.
    if ((error as { code?: unknown }).code === SERIALIZATION_FAILURE) return false;
    throw error;
  }
}

async function acquireMergeLock(trx: Transaction<DB>): Promise<boolean> {
  const lock = await readRowOrThrow(
    trx,
    MergeLock,
    sql`select pg_try_advisory_xact_lock(hashtext('portico search')) as "isAcquired"`,
  );
  return lock.isAcquired;
}

async function mergeSegments(trx: Transaction<DB>, now: Date, minMappedDocs: number): Promise<boolean> {
  const segments = await readRows(trx, Segment, sql`select id, docs from search_segments order by docs, id`);
  const needsRescaling = await measureCollection(trx, now);
  const isStale = needsRescaling || (await hasManyGoneDocs(trx));
  const crowded = crowdedSegments(segments);
  if (needsRescaling) await rebuild(trx, segments);
  else await merge(trx, isStale ? segments : crowded, minMappedDocs);
  // Every posting has been rewritten, so none refers to these docs anymore.
  if (isStale) await sql`delete from search_gone`.execute(trx);
  return isStale || crowded.length > 0;
}

async function hasManyGoneDocs(trx: Transaction<DB>): Promise<boolean> {
  const count = await readRowOrThrow(
    trx,
    DocCount,
    sql`select (select count(*)::int from search_gone) as gone, (select count(*)::int from search_items) as "all"`,
  );
  return count.gone > Math.max(MAX_GONE_DOCS, count.all * MAX_GONE_SHARE);
}

/** The segments of the smallest size of which there are too many. Sizes are powers of eight. */
function crowdedSegments(segments: Segment[]): Segment[] {
  const bySize = Object.groupBy(segments, ({ docs }) => Math.floor(Math.log2(Math.max(docs, 1)) / 3));
  return Object.values(bySize).find((ofSize = []) => ofSize.length > MAX_SEGMENTS_OF_A_SIZE) ?? [];
}

async function merge(trx: Transaction<DB>, segments: Segment[], minMappedDocs: number): Promise<void> {
  if (segments.length === 0) return;
  const ids = segments.map(({ id }) => id);
  const target = await readRowOrThrow(
    trx,
    NewSegment,
    sql`insert into search_segments (docs) values (${segments.reduce((sum, { docs }) => sum + docs, 0)}) returning id`,
  );
  for (const { first, last } of await lexemeRanges(trx, ids)) {
    const large = await readRows(
      trx,
      LargePosting,
      sql`
        with merged as (
          insert into search_postings (lexeme, bucket, segment, size, entries, places)
          select posting.lexeme, posting.bucket, ${target.id}::bigint, count(*), array_agg(entry order by entry), string_agg(one.places, ' ' order by entry)
          from search_postings posting cross join lateral unnest(posting.entries, string_to_array(posting.places, ' ')) one (entry, places)
          where posting.segment = any (${ids}::bigint[]) and posting.lexeme between ${first} and ${last} and entry >> 12 not in (select doc from search_gone)
          group by posting.lexeme, posting.bucket returning *
        )
        select lexeme, bucket, entries::text as entries from merged where size >= ${minMappedDocs}::int`,
    );
    await addDocMaps(trx, target.id, large);
  }
  await dropSegments(trx, ids);
}

/** Ranges of the segments' lexemes, each small enough for one statement. */
function lexemeRanges(trx: Transaction<DB>, segmentIds: string[]): Promise<Array<z.infer<typeof LexemeRange>>> {
  return readRows(
    trx,
    LexemeRange,
    sql`
      select min(lexeme) as first, max(lexeme) as last from (
        select lexeme, sum(sum(size)) over (order by lexeme) as upto from search_postings where segment = any (${segmentIds}::bigint[]) group by lexeme
      ) lexemes group by upto::bigint / ${MERGE_BATCH_SIZE}::bigint order by 1`,
  );
}

/** Adds doc maps to postings that are faster to read with one. Postings never change, so neither do their maps. */
async function addDocMaps(trx: Transaction<DB>, segment: string, postings: LargePosting[]): Promise<void> {
  const mapped = postings.flatMap(({ lexeme, bucket, entries }) => {
    const map = writeDocMap(docsIn(entries));
    return map.length < entries.length ? [{ lexeme, bucket, map }] : [];
  });
  await sql`
    update search_postings posting set doc_map = given.map
    from unnest(${mapped.map(({ lexeme }) => lexeme)}::text[], ${mapped.map(({ bucket }) => bucket)}::int[], ${mapped.map(({ map }) => map)}::text[]) given (lexeme, bucket, map)
    where posting.lexeme = given.lexeme and posting.bucket = given.bucket and posting.segment = ${segment}::bigint`.execute(
    trx,
  );
}

/** Rewrites all postings from the words stored with the items. */
async function rebuild(trx: Transaction<DB>, segments: Segment[]): Promise<void> {
  const rows = await readRows(trx, Doc, sql`select doc from search_items order by doc`);
  const docs = rows.map(({ doc }) => doc);
  for (let start = 0; start < docs.length; start += REBUILD_BATCH_SIZE)
    await addPostings(trx, docs.slice(start, start + REBUILD_BATCH_SIZE));
  await dropSegments(
    trx,
    segments.map(({ id }) => id),
  );
}

async function dropSegments(trx: Transaction<DB>, segmentIds: string[]): Promise<void> {
  for (const id of segmentIds) await sql`delete from search_postings where segment = ${id}`.execute(trx);
  await sql`delete from search_segments where id = any (${segmentIds}::bigint[])`.execute(trx);
}
