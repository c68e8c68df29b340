import { sql } from 'kysely';
import { z } from 'zod/mini';
import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import {
  MAX_LISTED_TERMS,
  type InsightQuery,
  type SearchedTerm,
  type SearchInsights,
} from '@portico/contracts/studio/insights';
import { dayAfter } from '@portico/contracts/times';
import type { Db } from '../../../db/pool.ts';
import { readRows } from '../../../db/rows.ts';

const WEEK_DAYS = 7;
/** Longer periods have weeks as steps. */
const MAX_DAILY_DAYS = 90;

/** Null for a count that could point to single people. */
const shownCount = (count: number): number | null => (count > 0 && count < MIN_SHOWN_COUNT ? null : count);

const TermRow = z.object({
  term: z.string(),
  searches: z.int(),
  unanswered: z.int(),
  isPinned: z.boolean(),
  isAbbreviation: z.boolean(),
});

/** The days of a period that ends today, both included. */
const periodOf = ({ days }: Pick<InsightQuery, 'days'>, today: string) => ({
  from: dayAfter(today, 1 - Number(days)),
  to: today,
});

/**
 * The terms of a period, those with the most searches first; terms with too few to be shown are in alphabetical order,
 * which reveals nothing more about them. At most `limit`.
 */
export async function listTerms(
  db: Db,
  query: InsightQuery,
  { today, limit }: { today: string; limit: number },
): Promise<SearchedTerm[]> {
  const { from, to } = periodOf(query, today);
  const count = query.kind === 'All' ? sql.ref('searches') : sql.ref('unanswered');
  const rows = await readRows(
    db,
    TermRow,
    sql`
      with counted as (
        select term, sum(searches)::int as searches, sum(unanswered)::int as unanswered
        from search_term_counts where day between ${from}::date and ${to}::date group by term
      )
      select term, searches, unanswered, exists (select from pinned_answers answer where answer.words @> array[term]) as "isPinned",
        exists (select from search_abbreviations known where known.abbreviation_words = term) as "isAbbreviation"
      from counted where ${count} > 0
      order by case when ${count} < ${MIN_SHOWN_COUNT}::int then 0 else ${count} end desc, term limit ${limit}::int`,
  );
  return rows.map(({ searches, unanswered, ...term }) => ({
    ...term,
    searches: shownCount(searches),
    unanswered: shownCount(unanswered),
  }));
}

const StepRow = z.object({ from: z.iso.date(), searches: z.int(), unanswered: z.int() });

export async function readInsights(db: Db, query: InsightQuery, today: string): Promise<SearchInsights> {
  const { from, to } = periodOf(query, today);
  const days = Number(query.days) > MAX_DAILY_DAYS ? WEEK_DAYS : 1;
  const steps = await readRows(
    db,
    StepRow,
    sql`
      select to_char(step.day, 'YYYY-MM-DD') as "from", coalesce(sum(counted.searches), 0)::int as searches,
        coalesce(sum(counted.unanswered), 0)::int as unanswered
      from (select ${from}::date + number as day from generate_series(0, ${Number(query.days) - 1}::int, ${days}::int) number) step
      left join search_term_counts counted on counted.day >= step.day and counted.day < step.day + ${days}::int
        and counted.day <= ${to}::date
      group by step.day order by step.day`,
  );
  const total = (name: 'searches' | 'unanswered') => steps.reduce((sum, step) => sum + step[name], 0);
  const terms = await listTerms(db, query, { today, limit: MAX_LISTED_TERMS + 1 });
  return {
    from,
    to,
    searches: shownCount(total('searches')),
    unanswered: shownCount(total('unanswered')),
    steps: steps.map((step) => ({
      from: step.from,
      searches: shownCount(step.searches),
      unanswered: shownCount(step.unanswered),
    })),
    terms: terms.slice(0, MAX_LISTED_TERMS),
    hasMore: terms.length > MAX_LISTED_TERMS,
  };
}

/** Deletes counts that are older than this many days. */
export async function purgeTermCounts(db: Db, { today, days }: { today: string; days: number }): Promise<void> {
  await sql`delete from search_term_counts where day < ${dayAfter(today, -days)}::date`.execute(db);
}
