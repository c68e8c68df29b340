import { sql, type RawBuilder } from 'kysely';
import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';

const MIN = sql`${MIN_SHOWN_COUNT}::int`;

/**
 * The smallest number that a count of people among `audience` can have, as far as it may be known, as a column. Counts
 * below five are from one to four. So are those who are missing from the audience, down to none: that everybody read it
 * says so of each person. With fewer than ten people in the audience, one or the other is always the case. Zero is
 * shown. Source: decisions/0374.
 */
export const leastCount = (count: RawBuilder<unknown>, audience: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${audience} < 2 * ${MIN} then 0
    when ${count} > ${audience} - ${MIN} then ${audience} - ${MIN} + 1
    when ${count} between 1 and ${MIN} - 1 then 1 else ${count} end`;

/** The largest one. */
export const mostCount = (count: RawBuilder<unknown>, audience: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${audience} < 2 * ${MIN} or ${count} > ${audience} - ${MIN} then ${audience}
    when ${count} between 1 and ${MIN} - 1 then ${MIN} - 1 else ${count} end`;

/** Both, as the contract has them. */
export const shownCount = (count: RawBuilder<unknown>, audience: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`json_build_object('least', ${leastCount(count, audience)}, 'most', ${mostCount(count, audience)})`;
