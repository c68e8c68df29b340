import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { HoursText } from '@portico/contracts/credits';
import {
  CREDIT_PEOPLE_PAGE_SIZE,
  type CreditFilters,
  type CreditShare,
  type listPersonStandings,
  type PersonStanding,
} from '@portico/contracts/studio/credits';
import { creditStandings, hoursText, type CreditsClock } from '../../../content/creditStandings.ts';
import type { Db } from '../../../db/pool.ts';
import { Instant, readPage, readRow, readRows, storedJson, pageOf } from '../../../db/rows.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import { isPersonFoundBy } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { sendRequestedCreditReminder } from '../../duties/sendCreditReminder.ts';
import { supervisorOfPerson } from '../confirmations/asked.queries.ts';
import type { StudioActor } from '../access/actor.ts';

/** All standings of a year with people, as rows without an id, whose calculation takes as long as all the rest. */
const everybody = (clock: CreditsClock, year: number | undefined): RawBuilder<unknown> => sql`
  select standing.user_id, standing.need_id, standing.program, standing.state, standing.subject, standing.year, standing.starts_on,
    standing.ends_on, standing.due_on, standing.needed, standing.earned, standing.missing,
    standing.missing > 0 and standing.due_on < ${clock.today}::date as is_overdue,
    coalesce(${displayName('person')}, person.email, '') as name, person.email, person.firm, person.branch, ${supervisorOfPerson} as supervisor
  from (${creditStandings(clock, 'everybody', year)}) standing join users person on person.id = standing.user_id`;

/** The id of a row `one` of these. */
const standingId = sql`credit_duty_id(one.need_id, one.year, one.user_id)`;

function matching({ state, text, needId, firm, branch, supervisor }: CreditFilters): RawBuilder<boolean> {
  const named = (column: string, value: string | undefined) =>
    value === undefined ? [] : [sql`${sql.ref(`one.${column}`)} is not distinct from ${value === '' ? null : value}`];
  const states = { Missing: sql`one.missing > 0`, Overdue: sql`one.is_overdue`, Reached: sql`one.missing = 0` };
  const where = [
    sql`true`,
    ...(state ? [states[state]] : []),
    ...(text
      ? [sql`one.user_id in (select person.id from users person where ${isPersonFoundBy('person', text)})`]
      : []),
    ...(needId === undefined ? [] : [sql`one.need_id = ${needId}`]),
    ...named('firm', firm),
    ...named('branch', branch),
    ...named('supervisor', supervisor),
  ];
  return sql<boolean>`${sql.join(where, sql` and `)}`;
}

const StandingRow = z.object({
  id: z.uuid(),
  needId: z.uuid(),
  personId: z.uuid(),
  name: z.string(),
  email: z.nullable(z.string()),
  firm: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  supervisor: z.nullable(z.string()),
  program: z.string(),
  state: z.string(),
  subject: z.string(),
  needed: HoursText,
  earned: HoursText,
  missing: HoursText,
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  dueDate: z.iso.date(),
  isOverdue: z.boolean(),
  remindedAt: z.nullable(Instant),
});
const columns = sql`${standingId} as id, one.need_id as "needId", one.user_id as "personId", one.name, one.email, one.firm, one.branch, one.supervisor,
  one.program, one.state, one.subject, ${hoursText(sql`one.needed`)} as needed, ${hoursText(sql`one.earned`)} as earned,
  ${hoursText(sql`one.missing`)} as missing, one.starts_on::text as "startsOn", (one.ends_on - 1)::text as "endsOn",
  one.due_on::text as "dueDate", one.is_overdue as "isOverdue",
  (select max(coalesce(reached.sent_at, reminder.sent_at)) from credit_reminder_people reached join credit_reminders reminder on reminder.id = reached.reminder_id
    where reached.user_id = one.user_id and reached.duty_id = ${standingId}) as "remindedAt"`;
const order = sql`one.due_on, lower(one.program), lower(one.state), lower(one.subject), one.name collate "und-x-icu", one.need_id, one.user_id`;

const standingOf = ({ personId, name, email, remindedAt, ...row }: z.infer<typeof StandingRow>): PersonStanding => ({
  id: row.id,
  needId: row.needId,
  person: { id: personId, name, email },
  firm: row.firm,
  branch: row.branch,
  supervisor: row.supervisor,
  program: row.program,
  state: row.state,
  subject: row.subject,
  needed: row.needed,
  earned: row.earned,
  missing: row.missing,
  startsOn: row.startsOn,
  endsOn: row.endsOn,
  dueDate: row.dueDate,
  isOverdue: row.isOverdue,
  remindedAt: remindedAt && new Date(remindedAt).toISOString(),
});

const numbers = sql`'all', sum(people)::int, 'missing', sum(lacking)::int`;
const sharesBy = (column: 'firm' | 'branch' | 'supervisor') => sql`(
  select coalesce(json_agg(share order by share->>'name' collate "und-x-icu"), '[]')
  from (select json_build_object('name', ${sql.ref(column)}, ${numbers}) as share from grouped group by ${sql.ref(column)}) shares)`;
const sharesByNeed = sql`(
  select coalesce(json_agg(share order by share->>'name'), '[]')
  from (select json_build_object('id', need_id,
      'name', program || case when state = '' then '' else ' (' || state || ')' end || case when subject = '' then '' else ': ' || subject end,
      'all', people, 'missing', lacking) as share from needs) shares)`;

const Totals = z.object({
  all: z.int(),
  missing: z.int(),
  overdue: z.int(),
  reminds: z.int(),
  remindsByMail: z.int(),
  needs: storedJson<CallResult<typeof listPersonStandings>['needs']>(),
  firms: storedJson<CreditShare[]>(),
  branches: storedJson<CreditShare[]>(),
  supervisors: storedJson<CreditShare[]>(),
});

/** A page of who has and lacks which credits, with numbers of everybody. */
export async function listStandings(
  db: Db,
  { page = 1, ...filters }: Received<typeof listPersonStandings>['query'],
  { sendsMail, ...clock }: CreditsClock & { sendsMail: boolean },
): Promise<CallResult<typeof listPersonStandings>> {
  const place = sql`rank, name collate "und-x-icu", one.need_id, one.user_id`;
  let known: z.infer<typeof Totals> = {
    all: 0,
    missing: 0,
    overdue: 0,
    reminds: 0,
    remindsByMail: 0,
    needs: [],
    firms: [],
    branches: [],
    supervisors: [],
  };
  const { rows, total } = await readPage(
    db,
    StandingRow,
    sql`
      with everyone as materialized (${everybody(clock, filters.year)}),
      -- All numbers are sums of these few.
      grouped as materialized (
        select need_id, firm, branch, supervisor, min(due_on) as due_on, count(*) as people, count(*) filter (where missing > 0) as lacking,
          count(*) filter (where is_overdue) as overdue
        from everyone group by need_id, firm, branch, supervisor),
      -- People are sorted within the few needs, whose own order takes longer to compare.
      needs as materialized (
        select own.*, need.program, need.state, need.subject,
          rank() over (order by own.due_on, lower(need.program), lower(need.state), lower(need.subject)) as rank
        from (select need_id, min(due_on) as due_on, sum(people)::int as people, sum(lacking)::int as lacking from grouped group by need_id) own
        join credit_needs need on need.id = own.need_id),
      matching as ${filters.text === undefined ? sql`not materialized` : sql`materialized`} (
        select * from everyone one where ${matching(filters)}),
      page as (
        select one.*, needs.rank from matching one join needs on needs.need_id = one.need_id
        order by ${place} ${pageOf(page, CREDIT_PEOPLE_PAGE_SIZE)}),
      chosen as (select one.*, row_number() over (order by ${place}) as place from page one),
      reminded as (
        select count(*)::int as people, (count(*) filter (where has_mail))::int as mailed
        from (select user_id, bool_or(strpos(email, '@') > 0) as has_mail from matching where missing > 0 group by user_id) lacking),
      counted as (
        select (select count(*)::int from matching) as total, coalesce(sum(people), 0)::int as "all", coalesce(sum(lacking), 0)::int as missing,
          coalesce(sum(overdue), 0)::int as overdue, (select people from reminded) as reminds,
          case when ${sendsMail} then (select mailed from reminded) else 0 end as "remindsByMail",
          ${sharesByNeed} as needs, ${sharesBy('firm')} as firms, ${sharesBy('branch')} as branches, ${sharesBy('supervisor')} as supervisors
        from grouped)
      select counted.total, counted."all", counted.missing as "allMissing", counted.overdue, counted.reminds, counted."remindsByMail", counted.needs, counted.firms,
        counted.branches, counted.supervisors, found.*
      from counted left join (select ${columns}, one.place from chosen one) found on true order by found.place`,
    {
      More: z.object({ place: z.any() }),
      totals: {
        Columns: z.extend(z.omit(Totals, { missing: true }), { allMissing: z.int() }),
        remember: ({ allMissing, ...columnsOfAll }) => (known = { ...columnsOfAll, missing: allMissing }),
      },
    },
  );
  const { all, missing, overdue, reminds, remindsByMail, needs, firms, branches, supervisors } = known;
  return {
    items: rows.map(standingOf),
    page,
    pageSize: CREDIT_PEOPLE_PAGE_SIZE,
    total,
    counts: { all, missing, overdue },
    needs,
    firms,
    branches,
    supervisors,
    reminds,
    remindsByMail,
  };
}

/** The whole filtered list. */
export async function listAllStandings(db: Db, filters: CreditFilters, clock: CreditsClock): Promise<PersonStanding[]> {
  const rows = await readRows(
    db,
    StandingRow,
    sql`select ${columns} from (${everybody(clock, filters.year)}) one where ${matching(filters)} order by ${order}`,
  );
  return rows.map(standingOf);
}

const SentRow = z.object({ people: z.int() });
const MissingRow = z.object({ userId: z.uuid(), dutyId: z.uuid() });

/**
 * Reminds everyone in the filtered list who lacks something. Idempotent by its id. Throws `conflict` when it would
 * reach another number of people than the caller saw.
 */
export function remindOfCredits(
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  actor: StudioActor,
  { id, people, filters }: { id: string; people: number; filters: CreditFilters },
  clock: CreditsClock,
): Promise<{ people: number }> {
  return db.transaction().execute(async (trx) => {
    // A second attempt to send the same reminder waits for the first one.
    await sql`select pg_advisory_xact_lock(hashtext('portico reminders of credits'))`.execute(trx);
    const sent = await readRow(
      trx,
      SentRow,
      sql`select (select count(distinct user_id)::int from credit_reminder_people where reminder_id = reminder.id) as people
        from credit_reminders reminder where id = ${id} and sent_by = ${actor.id}`,
    );
    if (sent) return sent;
    const missing = await readRows(
      trx,
      MissingRow,
      sql`select one.user_id as "userId", ${standingId} as "dutyId" from (${everybody(clock, undefined)}) one
        where one.missing > 0 and ${matching(filters)} order by one.user_id, one.need_id`,
    );
    const reached = new Set(missing.map(({ userId }) => userId)).size;
    if (reached === 0) throw new PortalError('conflict', 'Nobody lacks anything anymore.');
    if (reached !== people)
      throw new PortalError(
        'conflict',
        `The list has changed: the reminder would now reach ${reached} instead of ${people}. Check it and send again.`,
      );
    return {
      people: await sendRequestedCreditReminder(
        trx,
        { config, notify },
        { id, sentBy: actor.id, by: 'studio', missing, now: actor.now },
      ),
    };
  });
}
