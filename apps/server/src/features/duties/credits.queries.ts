import { sql } from 'kysely';
import { z } from 'zod/mini';
import { Credit, CreditStanding, HoursText, type listCredits } from '@portico/contracts/credits';
import { MINUTE_MS } from '@portico/contracts/durations';
import type { CallResult } from '@portico/contracts/endpoint';
import type { CertificateRecord } from '@portico/contracts/studio/credits';
import {
  certificateNumber,
  countsFor,
  creditStandings,
  earnedCredits,
  eventCredits,
  hoursText,
  type CreditsClock,
} from '../../content/creditStandings.ts';
import { itemPath } from '../../content/itemPath.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow, storedJson } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { visibleTo, type Reader } from '../../visibility/visibility.ts';
import { supervises } from './supervisors.ts';

const Total = z.object({ program: z.string(), state: z.string(), hours: HoursText });
const CreditsRow = z.object({
  holder: z.string(),
  email: z.nullable(z.string()),
  isOwn: z.boolean(),
  years: z.array(z.int()),
  standings: storedJson<CreditStanding[]>(),
  credits: storedJson<Credit[]>(),
  totals: storedJson<Array<z.infer<typeof Total>>>(),
});

/** Who asks for credits, and whether they may see everybody's. */
export interface CreditsCaller {
  reader: Reader;
  mayOversee: boolean;
}

/** Whether the credits of a row `person` are the reader's, or of somebody whom they supervise or oversee. */
const mayRead = ({ reader, mayOversee }: CreditsCaller) =>
  // The people of somebody are no matter of their delegates.
  reader.actedBy === undefined
    ? sql<boolean>`(person.id = ${reader.id} or ${mayOversee}::boolean or person.disabled_at is null and exists (
        select from users own where own.id = ${reader.id} and ${supervises('own', 'person')}))`
    : sql<boolean>`person.id = ${reader.id}`;

const holderColumns = (reader: Reader) =>
  sql`coalesce(${displayName('person')}, person.email, '') as holder, person.email, person.id = ${reader.id} as "isOwn"`;

/** The credits of a person in a year, with whose they are. */
export type CreditsOfYear = Omit<CallResult<typeof listCredits>, 'person'> &
  Pick<z.infer<typeof CreditsRow>, 'holder' | 'email' | 'isOwn'>;

/**
 * What somebody has earned and needs; undefined if they are no matter of the reader. The credits are those of the
 * calendar year, and of the years of their needs that are shown.
 */
export async function findCredits(
  db: Db,
  caller: CreditsCaller,
  { person = caller.reader.id, year }: { person?: string | undefined; year?: number | undefined },
  clock: CreditsClock,
): Promise<CreditsOfYear | undefined> {
  const { reader } = caller;
  const shownYear = year ?? Number(clock.today.slice(0, 4));
  const row = await readRow(
    db,
    CreditsRow,
    sql`
      with standing as materialized (${creditStandings(clock, sql`person.id = ${person}`, year)}),
      earned as materialized (select * from (${earnedCredits(clock.timeZone)}) own where own.user_id = ${person}),
      shown as materialized (
        select * from earned
        where day >= least(make_date(${shownYear}::int, 1, 1), (select min(starts_on) from standing))
          and day < greatest(make_date(${shownYear}::int + 1, 1, 1), (select max(ends_on) from standing)))
      select ${holderColumns(reader)}, array(select distinct extract(year from day)::int as year from earned
          union select extract(year from ${clock.today}::date)::int order by year desc) as years,
        (select coalesce(json_agg(json_build_object('id', id, 'program', program, 'state', state, 'subject', subject,
            'needed', ${hoursText(sql`needed`)}, 'earned', ${hoursText(sql`earned`)}, 'missing', ${hoursText(sql`missing`)},
            'startsOn', starts_on, 'endsOn', ends_on - 1, 'dueDate', due_on,
            'isOverdue', missing > 0 and due_on < ${clock.today}::date)
          order by missing = 0, due_on, program, state, subject), '[]') from standing) as standings,
        (select coalesce(json_agg(json_build_object('id', credit.id, 'title', credit.title, 'program', credit.program,
            'state', credit.state, 'subject', credit.subject, 'hours', ${hoursText(sql`credit.hours`)}, 'day', credit.day,
            'provider', credit.provider, 'certificate', ${certificateNumber('credit')},
            'path', (select ${itemPath} from content_items item where item.id = credit.event_id and ${visibleTo(reader)}),
            'countsFor', (select coalesce(json_agg(need.id), '[]') from standing need
              where ${countsFor} and credit.day >= need.starts_on and credit.day < need.ends_on))
          order by credit.day desc, credit.title, credit.program, credit.state, credit.subject, credit.id), '[]')
          from shown credit) as credits,
        (select coalesce(json_agg(json_build_object('program', program, 'state', state, 'hours', ${hoursText(sql`hours`)})
          order by program, state), '[]')
          from (select min(program) as program, min(state) as state, sum(hours) as hours from shown
            group by lower(program), lower(state)) total) as totals
      from users person where person.id = ${person} and ${mayRead(caller)}`,
  );
  return row && { ...row, year: shownYear };
}

const CertificateRow = z.object({
  personId: z.uuid(),
  holder: z.string(),
  email: z.nullable(z.string()),
  isOwn: z.boolean(),
  title: z.string(),
  day: z.iso.date(),
  lines: storedJson<CertificateRecord['lines']>(),
  notedBy: z.nullable(z.string()),
  notedAt: z.nullable(Instant),
  /** What they watched, if they were noted for it. */
  watched: z.nullable(storedJson<{ minutes: number; checks: number }>()),
});

/** What a certificate says, from the ledger as it is now. */
export type Certificate = z.infer<typeof CertificateRow> & { number: string };

/** Undefined for a number that was never given, whose credits were taken back, or that is no matter of the reader. */
export async function findCertificate(
  db: Db,
  caller: CreditsCaller,
  number: string,
  timeZone: string,
): Promise<Certificate | undefined> {
  const row = await readRow(
    db,
    CertificateRow,
    sql`
      select person.id as "personId", ${holderColumns(caller.reader)}, credit.title, credit.day::text as day, credit.lines,
        (select coalesce(${displayName('organizer')}, organizer.email) from users organizer where organizer.id = seen.pressed_by) as "notedBy",
        seen.pressed_at as "notedAt", case when watch.user_id is not null then json_build_object(
          'minutes', watch.counted_ms / ${MINUTE_MS}::int, 'checks', watch.answered) end as watched
      from (
        select event_id, user_id, min(title) as title, min(day) as day, json_agg(json_build_object('program', program, 'state', state,
          'subject', subject, 'hours', ${hoursText(sql`hours`)}) order by program, state, subject, id) as lines
        from (${eventCredits(timeZone)}
          where credit_certificate(own.event_id, own.user_id) = ${number.replaceAll('-', '')}) earned
        group by event_id, user_id) credit
      join users person on person.id = credit.user_id
      left join event_attendance seen on seen.event_id = credit.event_id and seen.user_id = credit.user_id
      left join event_watches watch on watch.event_id = credit.event_id and watch.user_id = credit.user_id
        and watch.completed_at is not null
      where ${mayRead(caller)}`,
  );
  return row && { ...row, number };
}
