import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import { z } from 'zod/mini';
import { HOUR_MS } from '@portico/contracts/durations';
import type { Db } from '../db/pool.ts';
import { BigInteger, type MoreTotals } from '../db/rows.ts';
import { addressedTo, type Reader } from '../visibility/visibility.ts';
import type { ContentKind } from './details.ts';

/** What is totaled: the items of a kind, and past events. */
export type CountedKind = ContentKind | 'past event';

/** The clocks of processes differ by less than this, and nobody requests a total for an earlier time. */
const SUMMED_AFTER_HOURS = 24;

const PastColumns = z.object({
  /** How many rows of the distant past were summed for the reader. */
  past_rows: z.int(),
  /** Their sum, or the remembered sum. */
  past_items: z.int(),
  /** The newest row included in `past_items`; null if there is none. */
  past_until: z.nullable(BigInteger),
});

/** The total of items that a reader may see, without reading them. */
export interface StoredTotal {
  /** Selects one row with `total` and the columns of `totals`. */
  total: RawBuilder<unknown>;
  /** Remember them, so that the reader's next statement has less to sum. */
  totals: MoreTotals<typeof PastColumns>;
}

/** Later than '-infinity' and earlier than any item. */
const EARLIEST = sql`'4713-01-01 00:00:00+00 BC'::timestamptz`;

/**
 * Per reader and kind. For fewer rows, summing takes less time than checking whether the remembered sum still holds.
 */
const MIN_REMEMBERED = 10;
const remembered = new LRUCache<string, { items: number; until: string | null }>({
  max: 20_000,
  ttl: HOUR_MS,
});

/**
 * How many items of a kind the reader may see: the same number as counting them with `visibleTo`. Publication updates
 * the total in its own transaction; it also accounts for what changes with time alone, such as a date or an expiry. The
 * distant past has one row per audience rule; the sum of many rows is remembered until `sumTotals` writes them again.
 */
export function storedTotal(reader: Reader, kind: CountedKind, minRemembered = MIN_REMEMBERED): StoredTotal {
  const key = JSON.stringify([kind, reader.advisorType, reader.facts]);
  const cachedTotal = remembered.get(key);
  const sums = (isWithin: RawBuilder<boolean>) => sql`
    select coalesce(sum(item.items), 0)::int as items,
      coalesce(sum(item.items) filter (where item.at = '-infinity'), 0)::int as past_items,
      (count(*) filter (where item.at = '-infinity'))::int as past_rows
    from content_totals item where item.kind = ${kind} and ${isWithin} and item.at <= ${reader.now} and ${addressedTo(reader)}`;
  const total = cachedTotal
    ? sql`
      select sums.items + case when holds then ${cachedTotal.items}::int else 0 end as total, sums.past_rows,
        case when holds then ${cachedTotal.items}::int else sums.past_items end as past_items, until as past_until
      from (
        select max(id) as until, max(id) = ${cachedTotal.until}::bigint as holds
        from content_totals where kind = ${kind} and at = '-infinity'
      ) newest cross join lateral (${sums(sql`item.at >= case when holds then ${EARLIEST} else '-infinity' end`)}) sums`
    : sql`select items as total, past_rows, past_items, null::bigint as past_until from (${sums(sql`true`)}) sums`;
  return {
    total,
    totals: {
      Columns: PastColumns,
      remember({ past_rows: rows, past_items: items, past_until: until }) {
        if (cachedTotal || rows >= minRemembered) remembered.set(key, { items, until });
      },
    },
  };
}

/** With fewer rows, summing them is not worth the writes. */
const MIN_SUMMED = 50;

/**
 * Sums up the distant past, so that totals stay fast: one row per kind and rule, and one per kind and advisor type,
 * however types are combined in audiences, because a person has one type. Totals are the same before and after.
 */
export async function sumTotals(db: Db, now: Date, minSummed = MIN_SUMMED): Promise<void> {
  const before = new Date(now.getTime() - SUMMED_AFTER_HOURS * HOUR_MS);
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
