import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import { dayIn } from '@portico/contracts/times';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Config } from '../../config.ts';
import {
  CREDITS_PATH,
  creditsTitle,
  missingLabel,
  openCreditDuties,
  type CreditsClock,
} from '../../content/creditStandings.ts';
import { readRows } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { JobPayload } from '../../jobs/registry.ts';
import { MailRejected, sendMail, type Mail } from '../../mail/sendMail.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { CREDIT_REMINDER_TITLE } from './sendCreditReminder.ts';

type Key = JobPayload<'send-credit-reminder'>;

const DueRow = z.object({
  name: z.string(),
  email: z.nullable(z.string()),
  title: z.string(),
  missing: z.string(),
  dueDate: z.string(),
  isOverdue: z.boolean(),
});
export type DueCredits = Pick<z.infer<typeof DueRow>, 'title' | 'missing' | 'dueDate' | 'isOverdue'>;

/**
 * Emails one person which credits are missing, at most once, unless they have them by now. It is noted before it is
 * sent, so a process that dies in between sends no second one. Throws when the mail server cannot accept it now; if it
 * never will, the person still has the reminder in the portal.
 */
export async function sendCreditReminderMail(
  key: Key,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const timeZone = config.FIRM_TIME_ZONE;
  const credits = await listDueCredits(db, key, { today: dayIn(timeZone, now()), timeZone });
  const claimed = await noteDue(db, key, false);
  const [first] = credits;
  if (!first || claimed.length === 0 || config.SMTP_URL === undefined || !isEmailAddress(first.email)) return;
  try {
    await sendMail(config, creditReminderMail(config, { ...key, name: first.name, email: first.email, credits }));
  } catch (error) {
    if (!(error instanceof MailRejected)) {
      await noteDue(db, key, true, claimed);
      throw error;
    }
    logger.warn({ userId: key.userId, reason: error.message }, 'an email is undeliverable');
  }
}

/** What the reminder is still to be emailed about, of which something is missing now. */
function listDueCredits(db: Kysely<DB>, { reminderId, userId }: Key, clock: CreditsClock) {
  return readRows(
    db,
    DueRow,
    sql`select coalesce(${displayName('person')}, '') as name, person.email, ${creditsTitle('open')} as title,
        ${missingLabel('open')} as missing, to_char(open.due_on, 'FMMonth FMDD, YYYY') as "dueDate",
        open.due_on < ${clock.today}::date as "isOverdue"
      from (${openCreditDuties(clock, sql`person.id = ${userId}`)}) open join users person on person.id = open.user_id
      join credit_reminder_people own on own.reminder_id = ${reminderId} and own.user_id = open.user_id and own.duty_id = open.id
      where own.is_due order by open.due_on, title, open.id`,
  );
}

/** Notes whether the email about these duties, or all, is still to be sent. Returns those for which that is new. */
async function noteDue(
  db: Kysely<DB>,
  { reminderId, userId }: Key,
  isDue: boolean,
  dutyIds?: string[],
): Promise<string[]> {
  const noted = await db
    .updateTable('credit_reminder_people')
    .set({ is_due: isDue })
    .where('reminder_id', '=', reminderId)
    .where('user_id', '=', userId)
    .where('is_due', '=', !isDue)
    .$if(dutyIds !== undefined, (query) => query.where('duty_id', 'in', dutyIds!))
    .returning('duty_id')
    .execute();
  return noted.map(({ duty_id }) => duty_id);
}

/** Each missing credit with its hours and the firm's own date, and a link to the person's credits. */
export function creditReminderMail(
  config: Config,
  { reminderId, userId, name, email, credits }: Key & { name: string; email: string; credits: DueCredits[] },
): Mail {
  const digest = createHash('sha256').update(`${reminderId} ${userId}`).digest('hex').slice(0, 40);
  const href = `${config.PUBLIC_URL}${CREDITS_PATH}`;
  return {
    to: { name, address: email },
    subject: CREDIT_REMINDER_TITLE,
    blocks: [
      { text: 'Your licenses need credits that you have not earned yet:' },
      ...credits.map(({ title, missing, dueDate, isOverdue }) => ({
        title,
        text: `${missing} ${isOverdue ? `They were due on ${dueDate}.` : `They are due on ${dueDate}.`}`,
        href,
      })),
    ],
    messageId: `${digest}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
