import { createHash } from 'node:crypto';
import { dayIn } from '@portico/contracts/times';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Config } from '../../../config.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { JobPayload } from '../../../jobs/registry.ts';
import { MailRejected, sendMail, type Mail } from '../../../mail/sendMail.ts';
import { findDueReminder, setDue, type DueReminder } from './reminders.queries.ts';

/**
 * Emails one person that a confirmation is missing, at most once, unless they have confirmed by now. It is noted before
 * it is sent, so a process that dies in between sends no second one. Throws when the mail server cannot accept it now;
 * if it never will, the person still has the reminder in the portal.
 */
export async function sendDutyReminder(
  key: JobPayload<'send-duty-reminder'>,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const at = now();
  const reminder = await findDueReminder(db, key, { now: at, today: dayIn(config.FIRM_TIME_ZONE, at) });
  const isClaimed = await setDue(db, key, false);
  if (!reminder || !isClaimed || config.SMTP_URL === undefined || !isEmailAddress(reminder.email)) return;
  try {
    await sendMail(config, reminderMail(config, { ...reminder, ...key, email: reminder.email }));
  } catch (error) {
    if (!(error instanceof MailRejected)) {
      await setDue(db, key, true);
      throw error;
    }
    logger.warn({ userId: key.userId, reason: error.message }, 'an email is undeliverable');
  }
}

/** What is to be confirmed and until when, with a link to it. */
export function reminderMail(
  config: Config,
  {
    reminderId,
    userId,
    title,
    path,
    statement,
    dueDate,
    isOverdue,
    name,
    email,
  }: DueReminder & JobPayload<'send-duty-reminder'> & { email: string },
): Mail {
  const digest = createHash('sha256').update(`${reminderId} ${userId}`).digest('hex').slice(0, 40);
  return {
    to: { name, address: email },
    subject: `Please confirm: ${title}`,
    blocks: [
      {
        text: isOverdue
          ? `Please read this and confirm. It was due on ${dueDate}:`
          : `Please read this and confirm by ${dueDate}:`,
      },
      { title, text: statement, href: `${config.PUBLIC_URL}${path}` },
    ],
    messageId: `${digest}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
