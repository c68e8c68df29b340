import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../../db/audit.ts';
import { readRow, readRowOrThrow, readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import type { JobPayload } from '../../../jobs/registry.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { visibleToPerson } from '../../../visibility/visibility.ts';
import { addReminder, ReminderFacts, reminderFacts, sendReminder } from '../../duties/sendReminder.ts';
import type { StudioActor } from '../access/actor.ts';

/** `person` and `item` for everyone who has an open duty for the item and sees it now. */
const missing = (itemId: string, now: Date): RawBuilder<unknown> => sql`
  duties duty join content_items item on item.id = duty.item_id join users person on person.id = duty.user_id
  where duty.item_id = ${itemId} and duty.closed_at is null and ${visibleToPerson(now)}`;

const CountRow = z.object({ people: z.int(), byMail: z.int() });

export function countMissing(
  db: Kysely<DB>,
  itemId: string,
  { now, sendsMail }: { now: Date; sendsMail: boolean },
): Promise<z.infer<typeof CountRow>> {
  return readRowOrThrow(
    db,
    CountRow,
    sql`select count(*)::int as people, count(*) filter (where ${sendsMail} and strpos(person.email, '@') > 0)::int as "byMail"
      from ${missing(itemId, now)}`,
  );
}

const SentRow = z.object({ item_id: z.uuid(), people: z.int() });
const MissingRow = z.object({ id: z.uuid() });

/**
 * Reminds everyone who is missing, in the portal at once and by email through a job for each person. Idempotent by its
 * id. Throws `conflict` when it would reach another number of people than the caller saw.
 */
export function remind(
  { db, config, notify }: Pick<Dependencies, 'db' | 'config' | 'notify'>,
  actor: StudioActor,
  itemId: string,
  { id, people }: { id: string; people: number },
): Promise<{ people: number }> {
  const { now } = actor;
  return db.transaction().execute(async (trx) => {
    // A second attempt to send the same reminder waits for the first one.
    await sql`select from content_items where id = ${itemId} for no key update`.execute(trx);
    const sent = await readRow(
      trx,
      SentRow,
      sql`select item_id, (select count(*)::int from duty_reminder_people where reminder_id = reminder.id) as people
        from duty_reminders reminder where id = ${id}`,
    );
    if (sent && sent.item_id !== itemId) throw new PortalError('conflict', 'Another reminder already has this ID.');
    if (sent) return { people: sent.people };
    const rows = await readRows(trx, MissingRow, sql`select person.id from ${missing(itemId, now)} order by person.id`);
    if (rows.length === 0) throw new PortalError('conflict', 'Nobody is missing anymore.');
    if (rows.length !== people)
      throw new PortalError(
        'conflict',
        `The list has changed: the reminder would now reach ${rows.length} instead of ${people}. Check it and send again.`,
      );
    await addReminder(trx, { id, itemId, sentBy: actor.id, now });
    const userIds = rows.map((row) => row.id);
    const today = dayIn(config.FIRM_TIME_ZONE, now);
    const { kind } = await sendReminder(trx, { config, notify }, { reminderId: id, itemId, userIds, now, today });
    await audit(trx, {
      actorId: actor.id,
      action: `${kind}.confirmation-reminded`,
      objectKind: kind,
      objectId: itemId,
      details: { reminder: id, people: rows.length },
    });
    return { people: rows.length };
  });
}

const DueRow = z.extend(ReminderFacts, { name: z.string(), email: z.nullable(z.string()) });
export type DueReminder = z.infer<typeof DueRow>;

/** A reminder that is still to be emailed to a person who sees the item and has not confirmed it, or undefined. */
export function findDueReminder(
  db: Kysely<DB>,
  { reminderId, userId }: JobPayload<'send-duty-reminder'>,
  { now, today }: { now: Date; today: string },
): Promise<DueReminder | undefined> {
  return readRow(
    db,
    DueRow,
    sql`
      select ${reminderFacts(today)}, coalesce(${displayName('person')}, '') as name, person.email
      from duty_reminder_people own join duty_reminders reminder on reminder.id = own.reminder_id
      join content_items item on item.id = reminder.item_id
      join confirmation_requests request on request.item_id = item.id
      join users person on person.id = own.user_id
      join duties duty on duty.item_id = item.id and duty.user_id = person.id and duty.closed_at is null
      where own.reminder_id = ${reminderId} and own.user_id = ${userId} and own.is_due and ${visibleToPerson(now)}`,
  );
}

/** Notes whether the email is still to be sent. False if that was noted before. */
export async function setDue(
  db: Kysely<DB>,
  { reminderId, userId }: JobPayload<'send-duty-reminder'>,
  isDue: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('duty_reminder_people')
    .set({ is_due: isDue })
    .where('reminder_id', '=', reminderId)
    .where('user_id', '=', userId)
    .where('is_due', '=', !isDue)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
