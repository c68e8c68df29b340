import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { ReminderSchedule } from '@portico/kinds/components/confirmation/shape';
import { dayIn } from '@portico/contracts/times';
import { lockDuties } from '../../content/duties.ts';
import { audit } from '../../db/audit.ts';
import { readRow, readRows } from '../../db/rows.ts';
import type { Dependencies } from '../../dependencies.ts';
import { visibleToPerson } from '../../visibility/visibility.ts';
import { awakeZones, MAX_LATE_DAYS, stepOn } from './reminderSteps.ts';
import { sendReminder } from './sendReminder.ts';

type Parts = Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>;

const RequestRow = z.object({
  itemId: z.uuid(),
  roundId: z.uuid(),
  dueDate: z.iso.date(),
  reminders: ReminderSchedule,
});

/** A reminder by schedule of the people of an item: the round, and the planned day. */
interface Step {
  itemId: string;
  roundId: string;
  dueDate: string;
  day: string;
}

/**
 * Sends the reminders whose planned day has come, to everyone who is still missing, in the day of their zones. Several
 * workers send each once. Source: decisions/0325.
 */
export async function sendScheduledReminders(parts: Parts): Promise<void> {
  const { db, config } = parts;
  const now = parts.now();
  const requests = await readRows(
    db,
    RequestRow,
    sql`select item_id as "itemId", round_id as "roundId", due_date::text as "dueDate", reminders
      from confirmation_requests where is_asked and reminders in ('Before', 'Weekly')`,
  );
  if (requests.length > 0) {
    const awake = awakeZones(await listZones(db), config.FIRM_TIME_ZONE, now);
    for (const { reminders, ...request } of requests)
      for (const [day, zones] of Map.groupBy(awake, (zone) => stepOn(reminders, request.dueDate, zone.day)))
        if (day !== undefined)
          await sendStep(
            parts,
            { ...request, day },
            zones.map(({ zone }) => zone),
          );
  }
  await endLateSteps(parts);
}

/** The time zones that people are in; an empty text for people whose zone is unknown. */
export async function listZones(db: Dependencies['db']): Promise<string[]> {
  const rows = await readRows(
    db,
    z.object({ zone: z.string() }),
    sql`select distinct coalesce(time_zone, '') as zone from users`,
  );
  return rows.map(({ zone }) => zone);
}

/** `person`, `item` and `duty` for everyone who is missing, was asked before the day, and has not got the reminder. */
const unreached = (
  { itemId, roundId, dueDate, day }: Step,
  reminderId: string,
  { now, firmTimeZone }: { now: Date; firmTimeZone: string },
): RawBuilder<unknown> => sql`
  duties duty join content_items item on item.id = duty.item_id join users person on person.id = duty.user_id
  join confirmation_rounds round on round.id = duty.round_id
  where duty.item_id = ${itemId} and duty.closed_at is null and duty.round_id = ${roundId} and duty.due_date = ${dueDate}::date
    and (greatest(duty.opened_at, round.opened_at) at time zone ${firmTimeZone})::date < ${day}::date and ${visibleToPerson(now)}
    and not exists (select from duty_reminder_people reached where reached.reminder_id = ${reminderId} and reached.user_id = person.id)`;

const IdRow = z.object({ id: z.uuid() });

const KnownRow = z.object({ id: z.uuid(), isEnded: z.boolean() });

async function sendStep(parts: Parts, step: Step, zones: string[]): Promise<void> {
  const { db, config } = parts;
  const now = parts.now();
  const reached = await db.transaction().execute(async (trx) => {
    // Nobody confirms, and no other worker sends, until this is committed.
    await lockDuties(trx, 'alone');
    const known = await readRow(
      trx,
      KnownRow,
      sql`select id, audited_at is not null as "isEnded" from duty_reminders
        where round_id = ${step.roundId} and step = ${step.day}::date`,
    );
    if (known?.isEnded) return undefined;
    const reminderId = known?.id ?? randomUUID();
    const missing = unreached(step, reminderId, { now, firmTimeZone: config.FIRM_TIME_ZONE });
    const people = await readRows(
      trx,
      IdRow,
      sql`select person.id from ${missing} and coalesce(person.time_zone, '') = any (${zones}::text[]) order by person.id`,
    );
    if (people.length > 0) {
      if (!known)
        await trx
          .insertInto('duty_reminders')
          .values({
            id: reminderId,
            item_id: step.itemId,
            sent_at: now.toISOString(),
            round_id: step.roundId,
            step: step.day,
          })
          .execute();
      const userIds = people.map(({ id }) => id);
      const today = dayIn(config.FIRM_TIME_ZONE, now);
      await sendReminder(trx, parts, { reminderId, itemId: step.itemId, userIds, now, today });
    }
    const later = await readRow(trx, IdRow, sql`select person.id from ${missing} limit 1`);
    return later ? undefined : reminderId;
  });
  // A release writes to the audit log before it waits for the lock, so this is another transaction.
  if (reached !== undefined) await endStep(db, reached, now);
}

const EndedRow = z.object({
  itemId: z.uuid(),
  kind: z.string(),
  step: z.iso.date(),
  people: z.int(),
});

/** Records in the audit log, once, how many people a step has reached. */
async function endStep(db: Dependencies['db'], reminderId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await readRow(
      trx,
      EndedRow,
      sql`
      update duty_reminders reminder set audited_at = ${now} from content_items item
      where reminder.id = ${reminderId} and reminder.audited_at is null and item.id = reminder.item_id
      returning reminder.item_id as "itemId", item.kind, reminder.step::text as step,
        (select count(*)::int from duty_reminder_people where reminder_id = reminder.id) as people`,
    );
    if (!ended) return;
    const { itemId, kind, step, people } = ended;
    await audit(trx, {
      action: `${kind}.confirmation-reminded`,
      objectKind: kind,
      objectId: itemId,
      details: { reminder: reminderId, step, people },
    });
  });
}

/** Ends steps that are too late for those whom they have not reached. */
async function endLateSteps({ db, config, now: clock }: Parts): Promise<void> {
  const now = clock();
  const late = await readRows(
    db,
    IdRow,
    sql`select id from duty_reminders
      where audited_at is null and step < ${dayIn(config.FIRM_TIME_ZONE, now)}::date - ${MAX_LATE_DAYS + 1}::integer`,
  );
  for (const { id } of late) await endStep(db, id, now);
}
