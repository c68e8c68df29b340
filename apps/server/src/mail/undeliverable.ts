import type { Transaction } from 'kysely';
import type { DB } from '../db/schema.generated.ts';
import type { Dependencies } from '../dependencies.ts';
import { addJob } from '../jobs/queue.ts';
import { queueSeriesInvitations } from './queueSeriesInvitations.ts';
import type { MailRejected } from './sendMail.ts';

/**
 * Records and logs that the mail server rejected an email permanently: an invitation to an event or the receipt of a
 * form entry.
 */
export async function recordUndeliverable(
  { db, logger, now }: Pick<Dependencies, 'db' | 'logger' | 'now'>,
  about: { userId: string; eventId: string; seriesId?: string } | { userId: string; entryId: string },
  { message: reason }: MailRejected,
): Promise<void> {
  await db
    .insertInto('undeliverable_emails')
    .values({
      at: now().toISOString(),
      user_id: about.userId,
      event_id: 'eventId' in about ? about.eventId : null,
      series_id: ('eventId' in about && about.seriesId) || null,
      entry_id: 'entryId' in about ? about.entryId : null,
      reason,
    })
    .execute();
  logger.warn({ ...about, reason }, 'an email is undeliverable');
}

/** What an undeliverable email was about: an event, all dates of a series, of which the event is one, or an entry. */
export type Undeliverable =
  | { userId: string; eventId: string; seriesId: string | null; entryId: null }
  | { userId: string; eventId: null; seriesId: null; entryId: string };

/** Makes the email due again and queues it; the job composes it from the current data. */
export async function sendAgain(trx: Transaction<DB>, email: Undeliverable): Promise<void> {
  const { userId, eventId, seriesId, entryId } = email;
  if (seriesId !== null) {
    await trx
      .updateTable('event_invitations')
      .from('event_series_dates as date')
      .set({ is_due: true })
      .whereRef('date.event_id', '=', 'event_invitations.event_id')
      .where('date.series_id', '=', seriesId)
      .where('date.is_separate', '=', false)
      .where('user_id', '=', userId)
      .where((own) => own.or([own('is_cancelled', '=', false), own('is_in_series', '=', true)]))
      .execute();
    return queueSeriesInvitations(trx, seriesId, [userId]);
  }
  if (eventId !== null) {
    await trx
      .updateTable('event_invitations')
      .set({ is_due: true })
      .where('event_id', '=', eventId)
      .where('user_id', '=', userId)
      .execute();
    await addJob(trx, 'send-invitation', { eventId, userId }, { key: `invitation:${eventId}:${userId}` });
    return;
  }
  await trx.updateTable('form_entries').set({ is_receipt_due: true }).where('id', '=', entryId).execute();
  await addJob(trx, 'send-form-receipt', { entryId, userId });
}
