import type { Dependencies } from '../dependencies.ts';
import type { MailRejected } from './sendMail.ts';

/**
 * Records and logs that the mail server rejected an email permanently: an invitation to an event or the receipt of a
 * form entry.
 */
export async function recordUndeliverable(
  { db, logger, now }: Pick<Dependencies, 'db' | 'logger' | 'now'>,
  about: { userId: string; eventId: string } | { userId: string; entryId: string },
  { message: reason }: MailRejected,
): Promise<void> {
  await db
    .insertInto('undeliverable_emails')
    .values({
      at: now().toISOString(),
      user_id: about.userId,
      event_id: 'eventId' in about ? about.eventId : null,
      entry_id: 'entryId' in about ? about.entryId : null,
      reason,
    })
    .execute();
  logger.warn({ ...about, reason }, 'an email is undeliverable');
}
