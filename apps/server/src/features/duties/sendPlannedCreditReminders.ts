import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { dayIn } from '@portico/contracts/times';
import { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { needApplies, needPeriod, openCreditDuties, type CreditsClock } from '../../content/creditStandings.ts';
import { audit } from '../../db/audit.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { awakeZones, CREDIT_DAYS_BEFORE, stepOn } from './reminderSteps.ts';
import { sendCreditReminder } from './sendCreditReminder.ts';
import { listZones } from './sendScheduledReminders.ts';

type Parts = Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>;

const NeedRow = z.object({ id: z.uuid(), dueOn: z.iso.date(), reminders: ReminderSchedule });

/** The planned day of a line of the table of needs that has come in a time zone. */
interface Step {
  needId: string;
  zone: string;
  day: string;
}

/**
 * Reminds people of the credits that they lack on the planned days of the table of needs, in the day of their zones.
 * Several workers send each once. Source: decisions/0362.
 */
export async function sendPlannedCreditReminders(parts: Parts): Promise<void> {
  const { db, config } = parts;
  const now = parts.now();
  const clock = { today: dayIn(config.FIRM_TIME_ZONE, now), timeZone: config.FIRM_TIME_ZONE };
  const needs = await readRows(
    db,
    NeedRow,
    sql`select need.id, period.due_on::text as "dueOn", need.reminders from credit_needs need ${needPeriod(clock.today)}
      where need.reminders is not null and ${needApplies}`,
  );
  if (needs.length > 0) {
    const awake = awakeZones(await listZones(db), config.FIRM_TIME_ZONE, now);
    const steps = needs.flatMap(({ id: needId, dueOn, reminders }) =>
      awake.flatMap(({ zone, day: today }): Step[] => {
        const day = stepOn(reminders, dueOn, today, CREDIT_DAYS_BEFORE);
        return day === undefined ? [] : [{ needId, zone, day }];
      }),
    );
    // With 10,000 people, one statement for all of them would be canceled where the machine is busy.
    if (steps.length > 0)
      for (const digit of '0123456789abcdef')
        await db.transaction().execute((trx) => sendSteps(trx, parts, { steps, digit, clock, now }));
  }
  await auditFormerDays(db, clock, now);
}

const MissingRow = z.object({ userId: z.uuid(), dutyId: z.uuid(), step: z.iso.date() });
const IdRow = z.object({ id: z.uuid() });

/** Sends steps to those people whose ids begin with a digit. */
async function sendSteps(
  trx: Transaction<DB>,
  parts: Parts,
  { steps, digit, clock, now }: { steps: Step[]; digit: string; clock: CreditsClock; now: Date },
): Promise<void> {
  // Reminders that officers send, and other workers, wait until this is committed.
  await sql`select pg_advisory_xact_lock(hashtext('portico reminders of credits'))`.execute(trx);
  const known = await readRow(trx, IdRow, sql`select id from credit_reminders where planned_on = ${clock.today}::date`);
  const reminderId = known?.id ?? randomUUID();
  const column = (name: keyof Step) => steps.map((step) => step[name]);
  const due = sql`unnest(${column('needId')}::uuid[], ${column('zone')}::text[], ${column('day')}::date[]) due (need_id, zone, step)`;
  const concerned = sql`left(person.id::text, 1) = ${digit} and need.id = any (${column('needId')}::uuid[])`;
  const missing = await readRows(
    trx,
    MissingRow,
    sql`select open.user_id as "userId", open.id as "dutyId", due.step::text as step
      from (${openCreditDuties(clock, concerned)}) open join users person on person.id = open.user_id
      join ${due} on due.need_id = open.need_id and due.zone = coalesce(person.time_zone, '')
      where not exists (select from credit_reminder_people reached where reached.user_id = open.user_id and reached.duty_id = open.id
        and (reached.step = due.step or reached.reminder_id = ${reminderId}))
      order by open.user_id, open.id`,
  );
  if (missing.length === 0) return;
  if (!known)
    await trx
      .insertInto('credit_reminders')
      .values({ id: reminderId, sent_at: now.toISOString(), planned_on: clock.today })
      .execute();
  await sendCreditReminder(trx, parts, { reminderId, missing, now });
}

const EndedRow = z.object({ id: z.uuid(), day: z.iso.date(), people: z.int() });

/** Records in the audit log, once, how many people were reminded on a day that is over. */
async function auditFormerDays(db: Parts['db'], { today }: CreditsClock, now: Date): Promise<void> {
  const isOver = sql`planned_on < ${today}::date and audited_at is null`;
  const over = await readRow(db, IdRow, sql`select id from credit_reminders where ${isOver} limit 1`);
  if (!over) return;
  await db.transaction().execute(async (trx) => {
    const ended = await readRows(
      trx,
      EndedRow,
      sql`update credit_reminders reminder set audited_at = ${now} where ${isOver}
        returning id, planned_on::text as day,
          (select count(distinct user_id)::int from credit_reminder_people where reminder_id = reminder.id) as people`,
    );
    for (const { id, day, people } of ended)
      await audit(trx, {
        action: 'credits.reminded',
        objectKind: 'credits',
        objectId: id,
        details: { people, by: 'schedule', day },
      });
  });
}
