import { createHash } from 'node:crypto';
import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Config } from '../../../config.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { JobPayload } from '../../../jobs/registry.ts';
import { MailRejected, sendMail, type Mail } from '../../../mail/sendMail.ts';
import { eventAddress } from '../../events/eventCalendar.ts';
import { endMessage, findDueMessage, type DueMessage } from './rosterMessages.queries.ts';

/**
 * Emails one person a message of an event's organizers, once. Throws when the mail server cannot accept it now; if it
 * never will, the person still has it in the portal.
 */
export async function sendEventMessage(
  key: JobPayload<'send-event-message'>,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const message = await findDueMessage(db, key, now());
  if (message && config.SMTP_URL !== undefined && isEmailAddress(message.email)) {
    try {
      await sendMail(config, messageMail(config, { ...message, ...key, email: message.email }));
    } catch (error) {
      if (!(error instanceof MailRejected)) throw error;
      logger.warn({ userId: key.userId, reason: error.message }, 'an email is undeliverable');
    }
  }
  await endMessage(db, key);
}

/** What an organizer wrote, with the event that it is about. */
export function messageMail(
  config: Config,
  {
    messageId,
    userId,
    eventId,
    header,
    title,
    text,
    sentBy,
    name,
    email,
  }: DueMessage & JobPayload<'send-event-message'> & { email: string },
): Mail {
  const from = sentBy === '' ? [] : [{ facts: [['From', sentBy]] as Array<[string, string]> }];
  return {
    to: { name, address: email },
    subject: `${header}: ${title}`,
    blocks: [...from, { text }, { title: header, text: '', href: eventAddress(config, eventId) }],
    messageId: `${digestOf(messageId, userId)}@${new URL(config.PUBLIC_URL).hostname}`,
  };
}

const digestOf = (...parts: string[]): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 40);
