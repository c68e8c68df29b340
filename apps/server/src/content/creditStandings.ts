import { sql, type RawBuilder } from 'kysely';
import { addressedToPerson, type Reader } from '../visibility/visibility.ts';

/** What decides which credits are missing: today in the firm's zone, and the zone. */
export interface CreditsClock {
  today: string;
  timeZone: string;
}

/**
 * Credits earned at events, as rows `id, user_id, event_id, title, provider, program, state, subject, hours, day` of
 * `event_credits own`. An event counts on the day on which it ends; one that ends at midnight belongs to the day
 * before.
 */
export const eventCredits = (timeZone: string): RawBuilder<unknown> => sql`
  select own.id, own.user_id, own.event_id, own.title, null::text as provider, own.program, own.state, own.subject, own.hours,
    ((own.ends_at - interval '1 microsecond') at time zone ${timeZone})::date as day
  from event_credits own`;

/** All credits that count, as such rows. Those that were earned elsewhere have a provider and no event. */
export const earnedCredits = (timeZone: string): RawBuilder<unknown> => sql`
  ${eventCredits(timeZone)}
  union all
  select claim.id, claim.user_id, null, claim.title, claim.provider, claim.program, claim.state, claim.subject, claim.hours, claim.earned_on
  from credit_claims claim where claim.status = 'Accepted'`;

/** Whether a row `credit` counts for a row `need`, apart from its day. A need without a subject takes any. */
export const countsFor: RawBuilder<boolean> = sql`(lower(credit.program) = lower(need.program)
  and lower(credit.state) = lower(need.state) and (need.subject = '' or lower(credit.subject) = lower(need.subject)))`;

/** "Credits: Insurance CE (NC): Ethics", of a row with these columns. */
export const creditsTitle = (table: string): RawBuilder<string> =>
  sql`('Credits: ' || ${sql.ref(`${table}.program`)} || case when ${sql.ref(`${table}.state`)} = '' then '' else ' (' || ${sql.ref(`${table}.state`)} || ')' end
    || case when ${sql.ref(`${table}.subject`)} = '' then '' else ': ' || ${sql.ref(`${table}.subject`)} end)`;

/**
 * Joins to a row `need` its `period` in a year: `year, starts_on, ends_on, due_on`. Without `year`, it is the one that
 * contains today. `offset 0` keeps PostgreSQL from calculating the dates again for each person.
 */
export const needPeriod = (today: string, year?: number): RawBuilder<unknown> => sql`
  cross join lateral (select ${year === undefined ? sql`credit_year(need.starts_on, ${today}::date)` : sql`${year}::int`} as year) chosen
  cross join lateral (
    select chosen.year, credit_day(need.starts_on, chosen.year) as starts_on, credit_day(need.starts_on, chosen.year + 1) as ends_on,
      credit_day(need.due_on, chosen.year + (need.due_on < need.starts_on)::int) as due_on offset 0) period`;

/** Whether a row `need` applies in its `period`. */
export const needApplies: RawBuilder<boolean> = sql`(period.year >= need.first_year and (need.last_year is null or period.year <= need.last_year))`;

/** Whether a row `credit` counts for a row `need` in its `period`. */
const countsInPeriod = sql`${countsFor} and credit.day >= period.starts_on and credit.day < period.ends_on`;

/**
 * What people must earn and have earned in one year: rows `id` (of the duty), `user_id, need_id, program, state,
 * subject, year, starts_on, ends_on, due_on, needed, earned, missing`. `ends_on` is the first day of the next year.
 * Without `year`, it is for each need the one that contains today. `where` is about a row of `users` called `person`,
 * and may be about the `need` and its `period`; for `'everybody'`, credits are added up for all people at once.
 */
export function creditStandings(
  { today, timeZone }: CreditsClock,
  where: RawBuilder<unknown> | 'everybody',
  year?: number,
): RawBuilder<unknown> {
  const credits = sql`(${earnedCredits(timeZone)}) credit`;
  const sum =
    where === 'everybody'
      ? sql`left join (
          -- Of the many credits, only the few different kinds are compared with needs.
          with earned as materialized (select * from ${credits}),
          counting as materialized (
            select need.id as need_id, credit.program, credit.state, credit.subject, period.starts_on, period.ends_on
            from credit_needs need ${needPeriod(today, year)}
            join (select distinct program, state, subject from earned) credit on ${countsFor})
          select credit.user_id, counting.need_id, sum(credit.hours) as hours
          from counting join earned credit on credit.program = counting.program and credit.state = counting.state and credit.subject = counting.subject
            and credit.day >= counting.starts_on and credit.day < counting.ends_on
          group by credit.user_id, counting.need_id
        ) sum on sum.user_id = person.id and sum.need_id = need.id`
      : sql`cross join lateral (
          select sum(credit.hours) as hours from ${credits} where credit.user_id = person.id and ${countsInPeriod}) sum`;
  return sql`
    select credit_duty_id(need.id, period.year, person.id) as id, person.id as user_id, need.id as need_id,
      need.program, need.state, need.subject, period.year, period.starts_on, period.ends_on, period.due_on,
      need.hours as needed, coalesce(sum.hours, 0) as earned, greatest(need.hours - coalesce(sum.hours, 0), 0) as missing
    from users person
    join credit_needs need on person.disabled_at is null and coalesce(${addressedToPerson('need')}, false)
    ${needPeriod(today, year)} ${sum}
    where ${where === 'everybody' ? sql`true` : where} and ${needApplies}`;
}

/** What people still have to earn in the current year, as duties: standings of which something is missing. */
export const openCreditDuties = (clock: CreditsClock, where: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select * from (${creditStandings(clock, where)}) standing where standing.missing > 0`;

/** The same for a reader. */
export const ownCreditDuties = (clock: CreditsClock, reader: Pick<Reader, 'id'>): RawBuilder<unknown> =>
  openCreditDuties(clock, sql`person.id = ${reader.id}`);

/** The number of a certificate as people write it, of a row with these columns. */
export const certificateNumber = (table: string): RawBuilder<string> =>
  sql`regexp_replace(credit_certificate(${sql.ref(`${table}.event_id`)}, ${sql.ref(`${table}.user_id`)}), '(....)(?=.)', '\\1-', 'g')`;

export const CREDITS_PATH = '/duties/credits';

/** Hours as decimal text without zeros at the end. */
export const hoursText = (hours: RawBuilder<unknown>): RawBuilder<string> => sql`trim_scale(${hours})::text`;

/** "1.5 of 3 hours are missing.", of a row with these columns. */
export const missingLabel = (table: string): RawBuilder<string> =>
  sql`(${hoursText(sql.ref(`${table}.missing`))} || ' of ' || ${hoursText(sql.ref(`${table}.needed`))}
    || case when ${sql.ref(`${table}.needed`)} = 1 then ' hour is missing.' else ' hours are missing.' end)`;
