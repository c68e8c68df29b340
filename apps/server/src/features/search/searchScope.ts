import { sql, type RawBuilder } from 'kysely';
import { addressedTo, type Reader } from '../../content/visibility.ts';

/** Ids of the buckets whose items are addressed to the reader, as a set of rows: the audience's part of the one predicate. */
export function bucketsFor(reader: Reader, kinds: readonly string[]): RawBuilder<{ id: number; kind: string }> {
  return sql`select item.id, item.kind from search_buckets item where item.kind = any (${[...kinds]}::text[]) and ${addressedTo(reader)}`;
}

/** Numbers in those buckets that must be passed over: not yet or no longer shown, replaced or taken back. Few, as a set of rows. */
export function passedOver({ now }: Pick<Reader, 'now'>): RawBuilder<{ doc: string }> {
  return sql`select item.doc from search_items item where item.published_at > ${now}
    union all select item.doc from search_items item where item.expires_at <= ${now}
    union all select gone.doc from search_gone gone`;
}

/** Up to this many postings are counted one by one where some could be hidden; in more of them the hidden few make no difference. */
const COUNTED_EXACTLY = 20_000;

/**
 * In how many items that the reader may see a lexeme occurs, given `bucket` and `hidden` as common tables. Exact up to
 * COUNTED_EXACTLY postings of a segment, so that it is 0 when all of them are hidden and that hidden ones change no order.
 */
export function visibleCount(lexeme: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(
    select coalesce(sum(case when not exists (select from hidden) or posting.size > greatest(${COUNTED_EXACTLY}::int, (select count(*) from hidden)) then posting.size
      else (select count(*) from unnest(posting.entries) entry where entry >> 12 not in (select doc from hidden)) end), 0)::int
    from search_postings posting where posting.lexeme = ${lexeme} and posting.bucket in (select id from bucket))`;
}
