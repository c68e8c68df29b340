import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { itemPath } from '../../content/itemPath.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addJobs } from '../../jobs/queue.ts';

/** What a reminder says about its item, a row called `item` with its `request`. */
export const ReminderFacts = z.object({
  title: z.string(),
  path: z.string(),
  statement: z.string(),
  dueDate: z.string(),
  isOverdue: z.boolean(),
});
export const reminderFacts = (
  today: string,
) => sql`item.title, ${itemPath} || '?from=reminder' as path, request.statement,
  to_char(request.due_date, 'FMMonth FMDD, YYYY') as "dueDate", request.due_date < ${today}::date as "isOverdue"`;

const ItemRow = z.extend(ReminderFacts, { kind: z.string() });

/**
 * Sends a reminder, whose row exists, to people: in the portal at once, and by email through a job for each person.
 * Call it in the transaction that found out whom to remind. Returns the kind of the item.
 */
export async function sendReminder(
  trx: Transaction<DB>,
  { config, notify }: Pick<Dependencies, 'config' | 'notify'>,
  {
    reminderId,
    itemId,
    userIds,
    now,
    today,
  }: {
    reminderId: string;
    itemId: string;
    userIds: string[];
    now: Date;
    today: string;
  },
): Promise<{ kind: string }> {
  const sendsMail = config.SMTP_URL !== undefined;
  const item = await readRowOrThrow(
    trx,
    ItemRow,
    sql`select item.kind, ${reminderFacts(today)} from content_items item
      join confirmation_requests request on request.item_id = item.id where item.id = ${itemId}`,
  );
  await sql`insert into duty_reminder_people (reminder_id, user_id, is_due, sent_at)
    select ${reminderId}, user_id, ${sendsMail}, ${now} from unnest(${userIds}::uuid[]) user_id`.execute(trx);
  await notify(
    trx,
    userIds,
    {
      title: `Please confirm: ${item.title}`,
      description: item.isOverdue
        ? `Read it and confirm. It was due on ${item.dueDate}.`
        : `Read it and confirm by ${item.dueDate}.`,
      link: item.path,
      itemId,
    },
    now,
  );
  if (sendsMail)
    await addJobs(
      trx,
      'send-duty-reminder',
      userIds.map((userId) => ({ payload: { reminderId, userId }, key: `duty-reminder:${reminderId}:${userId}` })),
    );
  return { kind: item.kind };
}

/** Adds the row of a reminder that somebody sends now. */
export async function addReminder(
  db: Kysely<DB>,
  { id, itemId, sentBy, now }: { id: string; itemId: string; sentBy: string; now: Date },
): Promise<void> {
  await db
    .insertInto('duty_reminders')
    .values({ id, item_id: itemId, sent_by: sentBy, sent_at: now.toISOString() })
    .execute();
}
