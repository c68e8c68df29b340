import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { readRow, readRowOrThrow, readRows } from '../../db/rows.ts';
import { advisorTypes } from '@portico/kinds/advisorType';
import type { DB } from '../../db/schema.generated.ts';
import { addressedToType } from '../../visibility/visibility.ts';
import { ASSUMED_LENGTH } from './bm25.ts';
import { searchedKinds } from './indexItems.ts';

/** BM25 parts are recomputed once the average text length differs by this share from the one they were computed for. */
const MAX_LENGTH_CHANGE = 0.15;
/** The average of fewer texts is meaningless. */
const MIN_MEASURED_TEXTS = 20;
/** Texts are measured again when their number has changed by this share. */
const MAX_COUNT_CHANGE = 0.1;

const Statistics = z.object({ items: z.int(), length: z.number() });
const VisibleCount = z.object({ advisorType: z.string(), items: z.int() });
const AverageLength = z.object({ length: z.number() });

/**
 * Counts what readers of each advisor type see, and measures the texts addressed to everyone. Returns whether their
 * average length has drifted from the one that postings were computed for; only then is the new average stored.
 */
export async function measureCollection(trx: Transaction<DB>, now: Date): Promise<boolean> {
  const before = await readRow(
    trx,
    Statistics,
    sql`select items, average_length as length from search_statistics where advisor_type = ''`,
  );
  const currentLength = before?.length ?? ASSUMED_LENGTH;
  const items = await countVisible(trx, now);
  const openItems = items.get('')!;
  const hasCountChanged =
    openItems >= MIN_MEASURED_TEXTS &&
    (before === undefined || Math.abs(openItems / before.items - 1) > MAX_COUNT_CHANGE);
  const length = hasCountChanged ? await averageLength(trx) : currentLength;
  const needsRescaling = Math.abs(length / currentLength - 1) > MAX_LENGTH_CHANGE;
  await sql`
    insert into search_statistics (advisor_type, items, average_length)
    select given.*, ${needsRescaling ? length : currentLength}::real from unnest(${[...items.keys()]}::text[], ${[...items.values()]}::int[]) given
    on conflict (advisor_type) do update set items = excluded.items, average_length = excluded.average_length`.execute(
    trx,
  );
  return needsRescaling;
}

/**
 * How many items every reader of an advisor type sees, except items with a rule; the key '' is for readers without a
 * type. Uses the totals that publication maintains, so no item is read.
 */
async function countVisible(trx: Transaction<DB>, now: Date): Promise<Map<string, number>> {
  const counts = await readRows(
    trx,
    VisibleCount,
    sql`
      select type.name as "advisorType", coalesce(sum(item.items), 0)::int as items
      from unnest(${['', ...advisorTypes]}::text[]) type (name)
        left join content_totals item on item.kind = any (${[...searchedKinds]}::text[]) and item.at <= ${now}
          and (${addressedToType(sql`type.name`)})
      group by type.name`,
  );
  return new Map(counts.map(({ advisorType, items }) => [advisorType, items]));
}

/** The average length of the texts addressed to everyone, in words. */
async function averageLength(trx: Transaction<DB>): Promise<number> {
  const average = await readRowOrThrow(
    trx,
    AverageLength,
    sql`
      select coalesce(avg(search.length), ${ASSUMED_LENGTH}::int)::float8 as length from search_items search
      join search_buckets bucket on bucket.id = search.bucket where bucket.audience = '{}'`,
  );
  return average.length;
}
