import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { compileOnce, Instant } from '../../db/rows.ts';
import type { Addressee, Reader } from '../../visibility/visibility.ts';
import { searchedKinds } from './indexItems.ts';
import { visibleBuckets } from './searchScope.ts';

/** How long an answer may be cached. */
export const MAX_ANSWER_AGE_MS = 300_000;
/** Longer than that, so that no earlier state can recur while an answer for it is cached. */
const CHANGES_PURGED_AFTER_MS = 2 * MAX_ANSWER_AGE_MS;

const State = z.object({ state: z.string() });
const StateAndNextChange = z.extend(State, { changesAt: z.nullable(Instant) });

/**
 * Equal for readers who see the same content, until that content changes: combines the buckets they see with the
 * changes so far. Ids of changes only increase, so their count and sum identify the set of changes. Time is not part of
 * it.
 */
const stateOf = (reader: Addressee) => sql`concat_ws(' ',
  (select string_agg(bucket.id::text, ',' order by bucket.id) from (${visibleBuckets(reader, searchedKinds)}) bucket),
  (select concat(count(*), ' ', sum(id)) from search_changes))`;

const readState = compileOnce(State, (reader: Addressee) => sql`select ${stateOf(reader)} as state`);

const readStateAndNextChange = compileOnce(
  StateAndNextChange,
  (reader: Reader) => sql`
    select ${stateOf(reader)} as state, least(
      (select min(published_at) from search_items where published_at > ${reader.now}),
      (select min(expires_at) from search_items where expires_at > ${reader.now}),
      (select min(ends_at) from search_items where kind = 'event' and ends_at > ${reader.now})) as "changesAt"`,
);

export async function findSearchState(db: Db, reader: Reader): Promise<string> {
  const [row] = await readState(db, reader);
  return row!.state;
}

/** What an answer depends on, determined before searching. */
export interface AnswerBasis {
  state: string;
  /** When time alone next changes the results, in ms since 1970; Infinity for never. */
  changesAt: number;
}

export async function findAnswerBasis(db: Db, reader: Reader): Promise<AnswerBasis> {
  const [row] = await readStateAndNextChange(db, reader);
  return { state: row!.state, changesAt: row!.changesAt === null ? Infinity : Date.parse(row!.changesAt) };
}

export async function purgeSearchChanges(db: Db): Promise<void> {
  await sql`delete from search_changes where changed_at < clock_timestamp() - ${CHANGES_PURGED_AFTER_MS}::int * interval '1 ms'
    and id < (select max(id) from search_changes)`.execute(db);
}
