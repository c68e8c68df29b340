import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/pool.ts';
import { addressedTo, type Reader } from '../visibility/visibility.ts';
import type { ContentKind } from './details.ts';

/** What there are totals of: the items of a kind, and the events that are over. */
export type CountedKind = ContentKind | 'past event';

/** Clocks of processes differ by less, and nobody asks how many items there were before. */
const SUMMED_AFTER_HOURS = 24;

/**
 * How many items of a kind the reader may see, as `total`: the same number as counting them with `visibleTo`, without
 * reading them. Publication keeps it in its own transaction; what only the clock changes, from a date or the expiry on,
 * is in it as well.
 */
export function keptTotal(reader: Reader, kind: CountedKind): RawBuilder<unknown> {
  return sql`select coalesce(sum(item.items), 0)::int as total from content_totals item
    where item.kind = ${kind} and item.at <= ${reader.now} and ${addressedTo(reader)}`;
}

/** Fewer rows are not worth writing others. */
const MIN_SUMMED = 50;

/**
 * Adds up what is long past, so that totals stay fast: a row per kind and rule, and one per kind and advisor type,
 * however they are combined in audiences, because a person has one type. No answer depends on it.
 */
export async function sumTotals(db: Db, now: Date, minSummed = MIN_SUMMED): Promise<void> {
  const before = new Date(now.getTime() - SUMMED_AFTER_HOURS * 3_600_000);
  await sql`with summed as (
      delete from content_totals where at < ${before}
        and (select count(*) from content_totals where at > '-infinity' and at < ${before}) >= ${minSummed} returning kind, audience, items),
    parts as (
      select kind, audience, items from summed where audience = '{}'
      union all select kind, array[part], items from summed, unnest(audience) part)
    insert into content_totals (kind, audience, at, items)
      select kind, audience, '-infinity', sum(items) from parts group by kind, audience having sum(items) <> 0`.execute(
    db,
  );
}
