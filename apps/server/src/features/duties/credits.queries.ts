import { sql } from 'kysely';
import { z } from 'zod/mini';
import { Credit, CreditStanding, HoursText, type listCredits } from '@portico/contracts/credits';
import type { CallResult } from '@portico/contracts/endpoint';
import {
  countsFor,
  creditStandings,
  earnedCredits,
  hoursText,
  type CreditsClock,
} from '../../content/creditStandings.ts';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { readRowOrThrow, storedJson } from '../../db/rows.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';

const Total = z.object({ program: z.string(), state: z.string(), hours: HoursText });
const CreditsRow = z.object({
  years: z.array(z.int()),
  standings: storedJson<CreditStanding[]>(),
  credits: storedJson<Credit[]>(),
  totals: storedJson<Array<z.infer<typeof Total>>>(),
});

/**
 * What the reader has earned and needs. The credits are those of the calendar year, and of the years of their needs
 * that are shown.
 */
export async function listOwnCredits(
  db: Db,
  reader: Reader,
  year: number | undefined,
  clock: CreditsClock,
): Promise<CallResult<typeof listCredits>> {
  const shownYear = year ?? Number(clock.today.slice(0, 4));
  const row = await readRowOrThrow(
    db,
    CreditsRow,
    sql`
      with standing as materialized (${creditStandings(clock, sql`person.id = ${reader.id}`, year)}),
      earned as materialized (select * from (${earnedCredits(clock.timeZone)}) own where own.user_id = ${reader.id}),
      shown as materialized (
        select * from earned
        where day >= least(make_date(${shownYear}::int, 1, 1), (select min(starts_on) from standing))
          and day < greatest(make_date(${shownYear}::int + 1, 1, 1), (select max(ends_on) from standing)))
      select array(select distinct extract(year from day)::int as year from earned
          union select extract(year from ${clock.today}::date)::int order by year desc) as years,
        (select coalesce(json_agg(json_build_object('id', id, 'program', program, 'state', state, 'subject', subject,
            'needed', ${hoursText(sql`needed`)}, 'earned', ${hoursText(sql`earned`)}, 'missing', ${hoursText(sql`missing`)},
            'startsOn', starts_on, 'endsOn', ends_on - 1, 'dueDate', due_on,
            'isOverdue', missing > 0 and due_on < ${clock.today}::date)
          order by missing = 0, due_on, program, state, subject), '[]') from standing) as standings,
        (select coalesce(json_agg(json_build_object('id', credit.id, 'title', credit.title, 'program', credit.program,
            'state', credit.state, 'subject', credit.subject, 'hours', ${hoursText(sql`credit.hours`)}, 'day', credit.day,
            'path', (select ${itemPath} from content_items item where item.id = credit.event_id and ${visibleTo(reader)}),
            'countsFor', (select coalesce(json_agg(need.id), '[]') from standing need
              where ${countsFor} and credit.day >= need.starts_on and credit.day < need.ends_on))
          order by credit.day desc, credit.title, credit.program, credit.state, credit.subject, credit.id), '[]')
          from shown credit) as credits,
        (select coalesce(json_agg(json_build_object('program', program, 'state', state, 'hours', ${hoursText(sql`hours`)})
          order by program, state), '[]')
          from (select min(program) as program, min(state) as state, sum(hours) as hours from shown
            group by lower(program), lower(state)) total) as totals`,
  );
  return { ...row, year: shownYear };
}
