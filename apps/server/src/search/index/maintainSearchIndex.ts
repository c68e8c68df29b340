import { sql, type Transaction } from 'kysely';
import { advisorTypes } from '@portico/contracts/users';
import { ASSUMED_LENGTH, addPostings, indexItems, searchedKinds } from './indexItems.ts';
import { visibleTo } from '../../visibility/visibility.ts';
import type { Db } from '../../db/pool.ts';
import type { DB } from '../../db/schema.generated.ts';
import { writeDocMap } from './docMaps.ts';
import { eachEntry } from './postings.ts';

/** Segments of about the same size that are let stand before they are merged into one. */
const MAX_SEGMENTS_OF_A_SIZE = 8;
/** Postings written by one statement of a merge: some tenths of a second. */
const POSTINGS_AT_ONCE = 300_000;
/** Of postings with fewer items no map is tried. */
const MAPPED_FROM = 1000;
const INDEXED_AT_ONCE = 100;
const REBUILT_AT_ONCE = 500;
/** Postings of items that are gone are left out when there are more of them than this and than a part of all items. */
const MAX_GONE = 500;
const MAX_GONE_PART = 0.05;
/** Dependencies of BM25 are worked out anew when texts have become this much longer or shorter on average than they were made for. */
const MAX_LENGTH_CHANGE = 0.15;
/** Fewer texts say nothing of an average. */
const MIN_MEASURED = 20;
/** Texts are measured again when there are this much more or fewer of them. */
const MAX_ITEMS_CHANGE = 0.1;
/** Items that expired so long ago are no longer kept in mind at every search; they come back when the clock does. */
const FORGOTTEN_AFTER_DAYS = 30;
const SERIALIZATION_FAILURE = '40001';

interface Segment {
  id: string;
  docs: number;
}

interface LargePosting {
  lexeme: string;
  bucket: number;
  entries: string;
}

/**
 * Keeps the search quick: indexes what it does not know yet, merges small segments, forgets what is gone, measures the collection.
 * Answers never depend on it. One process at a time does it; the others leave it. `mappedFrom` is for tests.
 */
export async function maintainSearchIndex(db: Db, now: Date, mappedFrom = MAPPED_FROM): Promise<void> {
  const forgottenBefore = new Date(now.getTime() - FORGOTTEN_AFTER_DAYS * 86_400_000);
  await sql`with gone as (delete from search_items where expires_at < ${forgottenBefore} returning doc) insert into search_gone select doc from gone`.execute(
    db,
  );
  await indexMissing(db, forgottenBefore);
  while (await mergeOnce(db, now, mappedFrom).catch(isOthersTurn));
}

/** Published items whose revision is not the one that the search knows, as after an update of the portal. */
async function indexMissing(db: Db, forgottenBefore: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select item.id from content_items item left join search_items search on search.item_id = item.id
      where item.published_revision_id is not null and item.kind = any (${[...searchedKinds]}::text[])
        and (item.expires_at is null or item.expires_at >= ${forgottenBefore}) and search.revision_id is distinct from item.published_revision_id
      limit ${INDEXED_AT_ONCE}::int`.execute(db);
    if (rows.length === 0) return;
    await db.transaction().execute(async (trx) => {
      await indexItems(
        trx,
        await lockItems(
          trx,
          rows.map(({ id }) => id),
        ),
      );
    });
  }
}

/** Another process has just merged what this one was about to. */
function isOthersTurn(error: unknown): false {
  if ((error as { code?: unknown }).code === SERIALIZATION_FAILURE) return false;
  throw error;
}

/** The step after a change of an item: the words of a document are known once its file has been read. Payload: `{ itemId }`. */
export async function indexDocument({ itemId }: { itemId: string }, { db }: { db: Db }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const item = await trx.selectFrom('content_items').select('kind').where('id', '=', itemId).executeTakeFirst();
    if (item?.kind === 'document') await indexItems(trx, await lockItems(trx, [itemId]));
  });
}

/** Keeps items from being published meanwhile. */
async function lockItems(trx: Transaction<DB>, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select id from content_items where id = any (${ids}::uuid[]) order by id for update`.execute(trx);
  return rows.map(({ id }) => id);
}

/** One merge when there is something to merge. The snapshot of its transaction says which postings and which gone items it sees. */
function mergeOnce(db: Db, now: Date, mappedFrom: number): Promise<boolean> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const {
        rows: [turn],
      } = await sql<{
        isOurs: boolean;
      }>`select pg_try_advisory_xact_lock(hashtext('portico search')) as "isOurs"`.execute(trx);
      if (!turn!.isOurs) return false;
      const { rows: segments } = await sql<{
        id: string;
        docs: number;
      }>`select id, docs from search_segments order by docs, id`.execute(trx);
      const isRescaled = await measure(trx, now);
      const isStale = isRescaled || (await isFullOfGone(trx));
      if (isRescaled) await rebuild(trx, segments);
      else await merge(trx, isStale ? segments : tooMany(segments), mappedFrom);
      // All postings have been gone through, so that nothing refers to these any more.
      if (isStale) await sql`delete from search_gone`.execute(trx);
      return isStale || tooMany(segments).length > 0;
    });
}

async function isFullOfGone(trx: Transaction<DB>): Promise<boolean> {
  const {
    rows: [gone],
  } = await sql<{ items: number; all: number }>`
    select (select count(*)::int from search_gone) as items, (select count(*)::int from search_items) as "all"`.execute(
    trx,
  );
  return gone!.items > Math.max(MAX_GONE, gone!.all * MAX_GONE_PART);
}

/** The segments of the smallest size of which there are too many. Sizes are powers of eight. */
function tooMany(segments: Segment[]): Segment[] {
  const bySize = Object.groupBy(segments, ({ docs }) => Math.floor(Math.log2(Math.max(docs, 1)) / 3));
  return Object.values(bySize).find((some = []) => some.length > MAX_SEGMENTS_OF_A_SIZE) ?? [];
}

async function merge(trx: Transaction<DB>, segments: Segment[], mappedFrom: number): Promise<void> {
  if (segments.length === 0) return;
  const ids = segments.map(({ id }) => id);
  const {
    rows: [target],
  } = await sql<{ id: string }>`
    insert into search_segments (docs) values (${segments.reduce((sum, { docs }) => sum + docs, 0)}) returning id`.execute(
    trx,
  );
  // Lexemes in ranges that one statement can bear.
  const { rows: ranges } = await sql<{ first: string; last: string }>`
    select min(lexeme) as first, max(lexeme) as last from (
      select lexeme, sum(sum(size)) over (order by lexeme) as upto from search_postings where segment = any (${ids}::bigint[]) group by lexeme
    ) lexemes group by upto::bigint / ${POSTINGS_AT_ONCE}::bigint order by 1`.execute(trx);
  for (const { first, last } of ranges) {
    const { rows: large } = await sql<LargePosting>`
      with merged as (
        insert into search_postings (lexeme, bucket, segment, size, entries, places)
        select posting.lexeme, posting.bucket, ${target!.id}::bigint, count(*), array_agg(entry order by entry), string_agg(one.places, ' ' order by entry)
        from search_postings posting cross join lateral unnest(posting.entries, string_to_array(posting.places, ' ')) one (entry, places)
        where posting.segment = any (${ids}::bigint[]) and posting.lexeme between ${first} and ${last} and entry >> 12 not in (select doc from search_gone)
        group by posting.lexeme, posting.bucket returning *
      )
      select lexeme, bucket, entries::text as entries from merged where size >= ${mappedFrom}::int`.execute(trx);
    await addMaps(trx, target!.id, large);
  }
  await drop(trx, ids);
}

/** Maps of the items of postings where they are the shorter way to say it. They stay true as long as the postings are there. */
async function addMaps(trx: Transaction<DB>, segment: string, postings: LargePosting[]): Promise<void> {
  const mapped = postings.flatMap(({ lexeme, bucket, entries }) => {
    const docs: number[] = [];
    eachEntry(entries, (doc) => docs.push(doc));
    const map = writeDocMap(docs);
    return map.length < entries.length ? [{ lexeme, bucket, map }] : [];
  });
  await sql`
    update search_postings posting set doc_map = given.map
    from unnest(${mapped.map(({ lexeme }) => lexeme)}::text[], ${mapped.map(({ bucket }) => bucket)}::int[], ${mapped.map(({ map }) => map)}::text[]) given (lexeme, bucket, map)
    where posting.lexeme = given.lexeme and posting.bucket = given.bucket and posting.segment = ${segment}::bigint`.execute(
    trx,
  );
}

/** All postings anew, from the words that are kept with the items. */
async function rebuild(trx: Transaction<DB>, segments: Segment[]): Promise<void> {
  const { rows: docs } = await sql<{ doc: string }>`select doc from search_items order by doc`.execute(trx);
  for (let start = 0; start < docs.length; start += REBUILT_AT_ONCE)
    await addPostings(
      trx,
      docs.slice(start, start + REBUILT_AT_ONCE).map(({ doc }) => doc),
    );
  await drop(
    trx,
    segments.map(({ id }) => id),
  );
}

async function drop(trx: Transaction<DB>, segmentIds: string[]): Promise<void> {
  for (const id of segmentIds) await sql`delete from search_postings where segment = ${id}`.execute(trx);
  await sql`delete from search_segments where id = any (${segmentIds}::bigint[])`.execute(trx);
}

/**
 * Counts what readers of each advisor type see. True when the texts that everybody sees are of another length than postings were made
 * for; only then the length that new postings are made for changes.
 */
async function measure(trx: Transaction<DB>, now: Date): Promise<boolean> {
  const {
    rows: [before],
  } = await sql<{ items: number; length: number }>`
    select items, average_length as length from search_statistics where advisor_type = ''`.execute(trx);
  const madeFor = before?.length ?? ASSUMED_LENGTH;
  const items = await countVisible(trx, now);
  const open = items.get('')!;
  const isOtherwise =
    open >= MIN_MEASURED && (before === undefined || Math.abs(open / before.items - 1) > MAX_ITEMS_CHANGE);
  const length = isOtherwise ? await averageLength(trx) : madeFor;
  const isRescaled = Math.abs(length / madeFor - 1) > MAX_LENGTH_CHANGE;
  await sql`
    insert into search_statistics (advisor_type, items, average_length)
    select given.*, ${isRescaled ? length : madeFor}::real from unnest(${[...items.keys()]}::text[], ${[...items.values()]}::int[]) given
    on conflict (advisor_type) do update set items = excluded.items, average_length = excluded.average_length`.execute(
    trx,
  );
  return isRescaled;
}

/** How many items readers of each advisor type may see, '' for those without one. */
async function countVisible(trx: Transaction<DB>, now: Date): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const advisorType of [null, ...advisorTypes]) {
    const {
      rows: [counted],
    } = await sql<{ items: number }>`
      select count(*)::int as items from content_items item
      where item.kind = any (${[...searchedKinds]}::text[]) and ${visibleTo({ advisorType, now })}`.execute(trx);
    counts.set(advisorType ?? '', counted!.items);
  }
  return counts;
}

/** Of the texts that are addressed to everybody. */
async function averageLength(trx: Transaction<DB>): Promise<number> {
  const {
    rows: [measured],
  } = await sql<{ length: number }>`
    select coalesce(avg(search.length), ${ASSUMED_LENGTH}::int)::float8 as length from search_items search
    join search_buckets bucket on bucket.id = search.bucket where bucket.audience = '{}'`.execute(trx);
  return measured!.length;
}
