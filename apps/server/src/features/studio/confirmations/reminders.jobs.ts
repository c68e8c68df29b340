import { createHash } from 'node:crypto';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Config } from '../../../config.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { JobPayload } from '../../../jobs/registry.ts';
import { MailRejected, sendMail, type Mail } from '../../../mail/sendMail.ts';
import { endReminder, findDueReminder, type DueReminder } from './reminders.queries.ts';

/**
 * Emails one person that a confirmation is missing, once, unless they have confirmed by now. Throws when the mail
 * server cannot accept it now; if it never will, the person still has the reminder in the portal.
 */
export async function sendDutyReminder(
  key: JobPayload<'send-duty-reminder'>,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const reminder = await findDueReminder(db, key, now());
  if (reminder && config.SMTP_URL !== undefined && isEmailAddress(reminder.email)) {
    try {
      await sendMail(config, reminderMail(config, { ...reminder, ...key, email: reminder.email }));
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      logger.warn({ userId: key.userId, reason: error.message }, 'an email is undeliverable');
    }
  }
  await endReminder(db, key);
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
    name,
    email,
  }: DueReminder & JobPayload<'send-duty-reminder'> & { email: string },
): Mail {
  const digest = createHash('sha256').update(`${reminderId} ${userId}`).digest('hex').slice(0, 40);
  return {
    to: { name, address: email },
    subject: `Please confirm: ${title}`,
    blocks: [
      { text: `Please read this and confirm by ${dueDate}:` },
      { title, text: statement, href: `${config.PUBLIC_URL}${path}` },
    ],
    messageId: `${digest}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}
