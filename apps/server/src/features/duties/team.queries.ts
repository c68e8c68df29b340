import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import {
  MAX_REMINDED,
  REMINDER_PAUSE_HOURS,
  TEAM_PAGE_SIZE,
  TeamDuty,
  type listTeamDuties,
  type remindTeam,
  type TeamPerson,
} from '@portico/contracts/dutyTeam';
import { HOUR_MS } from '@portico/contracts/durations';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { dayIn } from '@portico/contracts/times';
import { creditsTitle, openCreditDuties, type CreditsClock } from '../../content/creditStandings.ts';
import { itemPath } from '../../content/itemPath.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Instant, readPage, readRowOrThrow, readRows, storedJson, pageOf } from '../../db/rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { visibleTo, visibleToPerson, type Reader } from '../../visibility/visibility.ts';
import { sendRequestedCreditReminder } from './sendCreditReminder.ts';
import { addReminder, sendReminder } from './sendReminder.ts';
import { reportsTo } from './supervisors.ts';

type Filters = Pick<Received<typeof listTeamDuties>['query'], 'state' | 'person'>;

/** Rows `person` of everyone who reports to the reader. */
const team = (reader: Reader): RawBuilder<unknown> => sql`
  users own join users person on ${reportsTo('person', 'own')} where own.id = ${reader.id} and person.disabled_at is null`;

/** Their open duties, as a query. Titles are those of items that the reader sees, or what credits are for. */
const teamDuties = (reader: Reader, clock: CreditsClock): RawBuilder<unknown> =>
  sql`${teamConfirmations(reader, clock.today)} union all ${teamCredits(reader, clock)}`;

const teamConfirmations = (reader: Reader, today: string): RawBuilder<unknown> => sql`
  select duty.id, duty.item_id as "itemId", person.id as "personId", coalesce(${displayName('person')}, person.email, '') as name,
    case when ${visibleTo(reader)} then item.title end as title, case when ${visibleTo(reader)} then ${itemPath} end as path,
    duty.due_date::text as "dueDate", duty.due_date < ${today}::date as "isOverdue", last.sent_at as "remindedAt",
    coalesce(last.sent_at <= ${pauseStart(reader)}, true) as "canRemind"
  from users own join users person on ${reportsTo('person', 'own')}
  join duties duty on duty.user_id = person.id and duty.closed_at is null
  join content_items item on item.id = duty.item_id
  left join lateral (
    select max(coalesce(reached.sent_at, reminder.sent_at)) as sent_at
    from duty_reminder_people reached join duty_reminders reminder on reminder.id = reached.reminder_id
    where reached.user_id = person.id and reminder.item_id = duty.item_id) last on true
  where own.id = ${reader.id} and ${visibleToPerson(reader.now)}`;

const teamCredits = (reader: Reader, clock: CreditsClock): RawBuilder<unknown> => sql`
  select credits.id, null, person.id, coalesce(${displayName('person')}, person.email, ''), ${creditsTitle('credits')}, null,
    credits.due_on::text, credits.due_on < ${clock.today}::date, last.sent_at, coalesce(last.sent_at <= ${pauseStart(reader)}, true)
  from (${openTeamCredits(reader, clock)}) credits join users person on person.id = credits.user_id
  left join lateral (
    select max(reminder.sent_at) as sent_at
    from credit_reminder_people reached join credit_reminders reminder on reminder.id = reached.reminder_id
    where reached.user_id = person.id and reached.duty_id = credits.id) last on true`;

const openTeamCredits = (reader: Reader, clock: CreditsClock): RawBuilder<unknown> =>
  openCreditDuties(
    clock,
    sql`person.id in (
      select member.id from users own join users member on ${reportsTo('member', 'own')} where own.id = ${reader.id})`,
  );

const pauseStart = (reader: Reader): Date => new Date(reader.now.getTime() - REMINDER_PAUSE_HOURS * HOUR_MS);

const matching = ({ state, person }: Filters): RawBuilder<boolean> =>
  sql<boolean>`${state === 'Overdue' ? sql`"isOverdue"` : sql`true`} and ${person === undefined ? sql`true` : sql`"personId" = ${person}`}`;

const DutyRow = z.extend(z.omit(TeamDuty, { person: true }), {
  personId: z.uuid(),
  name: z.string(),
  remindedAt: z.nullable(Instant),
});
const Totals = z.object({
  open: z.int(),
  overdue: z.int(),
  canRemindAll: z.int(),
  people: storedJson<TeamPerson[]>(),
});

/** A page of what the reader's people must confirm, overdue ones first, with the numbers of each of them. */
export async function listTeam(
  db: Db,
  reader: Reader,
  { page = 1, ...filters }: Received<typeof listTeamDuties>['query'],
  clock: CreditsClock,
): Promise<CallResult<typeof listTeamDuties>> {
  let totals: z.infer<typeof Totals> = { open: 0, overdue: 0, canRemindAll: 0, people: [] };
  const order = sql`"dueDate", name collate "und-x-icu", id`;
  const { rows, total } = await readPage(
    db,
    DutyRow,
    sql`
      with owed as materialized (${teamDuties(reader, clock)}),
      matching as materialized (select * from owed where ${matching(filters)}),
      chosen as (select * from matching order by ${order} ${pageOf(page, TEAM_PAGE_SIZE)}),
      counted as (
        select (select count(*)::int from matching) as total, (select count(*)::int from matching where "canRemind") as "canRemindAll",
          (select count(*)::int from owed) as open, (select count(*)::int from owed where "isOverdue") as overdue,
          (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'open', open, 'overdue', overdue)
            order by overdue desc, open desc, name collate "und-x-icu", id), '[]')
          from (
            select person.id, coalesce(${displayName('person')}, person.email, '') as name,
              (select count(*)::int from owed where "personId" = person.id) as open,
              (select count(*)::int from owed where "personId" = person.id and "isOverdue") as overdue
            from ${team(reader)}) one) as people)
      select counted.*, chosen.id, chosen."personId", chosen.name, chosen.title, chosen.path, chosen."dueDate", chosen."isOverdue",
        chosen."remindedAt", chosen."canRemind"
      from counted left join chosen on true order by ${sql`chosen."dueDate", chosen.name collate "und-x-icu", chosen.id`}`,
    { totals: { Columns: Totals, remember: (columns) => (totals = columns) } },
  );
  return {
    items: rows.map(({ id, personId, name, title, path, dueDate, isOverdue, remindedAt, canRemind }) => ({
      id,
      person: { id: personId, name },
      title,
      path,
      dueDate,
      isOverdue,
      remindedAt: remindedAt && new Date(remindedAt).toISOString(),
      canRemind,
    })),
    page,
    pageSize: TEAM_PAGE_SIZE,
    total,
    counts: { open: totals.open, overdue: totals.overdue },
    people: totals.people,
    canRemind: totals.canRemindAll,
  };
}

/** Whether somebody reports to the reader. */
export const hasTeam = (reader: Reader): RawBuilder<boolean> => sql`exists (select from ${team(reader)})`;

/** How many duties the reader's people have open. */
export async function countTeamDuties(db: Db, reader: Reader, clock: CreditsClock): Promise<number> {
  const { count } = await readRowOrThrow(
    db,
    z.object({ count: z.int() }),
    sql`select (select count(*)::int from users own join users person on ${reportsTo('person', 'own')}
        join duties duty on duty.user_id = person.id and duty.closed_at is null
        join content_items item on item.id = duty.item_id
        where own.id = ${reader.id} and ${visibleToPerson(reader.now)})
      + (select count(*)::int from (${openTeamCredits(reader, clock)}) credits) as count`,
  );
  return count;
}

const RemindedRow = z.object({ itemId: z.nullable(z.uuid()), people: z.array(z.uuid()), duties: z.array(z.uuid()) });

/** Reminds the reader's people, at most once a day of each item. Returns how many people it reached. */
export function remindOwnTeam(
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  reader: Reader,
  { duties, ...filters }: Received<typeof remindTeam>['body'],
): Promise<CallResult<typeof remindTeam>> {
  const { now } = reader;
  const timeZone = config.FIRM_TIME_ZONE;
  const today = dayIn(timeZone, now);
  return db.transaction().execute(async (trx) => {
    // Two presses at once remind once.
    await sql`select pg_advisory_xact_lock(hashtext('portico reminders of supervisors'))`.execute(trx);
    const items = await readRows(
      trx,
      RemindedRow,
      sql`
        select "itemId", array_agg("personId" order by "personId", id) as people, array_agg(id order by "personId", id) as duties from (
          select * from (${teamDuties(reader, { today, timeZone })}) owed
          where "canRemind" and ${matching(filters)} and ${duties ? sql`id = any (${duties}::uuid[])` : sql`true`}
          order by "dueDate", id limit ${MAX_REMINDED}) chosen
        group by "itemId" order by "itemId"`,
    );
    for (const { itemId, people, duties: ids } of items) {
      const reminderId = randomUUID();
      if (itemId === null) {
        const missing = people.map((userId, index) => ({ userId, dutyId: ids[index]! }));
        await sendRequestedCreditReminder(
          trx,
          { config, notify },
          { id: reminderId, sentBy: reader.id, by: 'supervisor', missing, now },
        );
        continue;
      }
      await addReminder(trx, { id: reminderId, itemId, sentBy: reader.id, now });
      const { kind } = await sendReminder(trx, { config, notify }, { reminderId, itemId, userIds: people, now, today });
      await audit(trx, {
        actorId: reader.id,
        action: `${kind}.confirmation-reminded`,
        objectKind: kind,
        objectId: itemId,
        details: { reminder: reminderId, people: people.length, by: 'supervisor' },
      });
    }
    return { people: new Set(items.flatMap(({ people }) => people)).size };
  });
}
