import type { Dependencies } from '../../dependencies.ts';
import { isMailAddress, MailRejected, sendMail } from '../../mail/sendMail.ts';
import { invitationMail } from './invitationMail.ts';
import { notifyChanged, notifyWithdrawn } from './eventNotices.queries.ts';
import {
  findInvitationToSend,
  markInvitationDone,
  markInvitationTried,
  updateInvitations,
  withdrawInvitations,
} from './invitations.queries.ts';
import { lockEvent, promoteNext } from './registrations.queries.ts';

/**
 * After an event has changed for its readers: those who wait get the places that were added, all who are invited are mailed
 * what is new, invitations to what is no longer to be seen are taken back, and all who are registered are notified. Payload: `{ itemId }` of any item.
 */
export async function followEventChange(
  { itemId }: { itemId: string },
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const event = await lockEvent(trx, itemId);
    if (event) {
      await promoteNext(trx, event, now());
      await updateInvitations(trx, event, now());
      await notifyChanged(trx, event, now());
      return;
    }
    const item = await trx
      .selectFrom('content_items')
      .select('version')
      .where('id', '=', itemId)
      .where('kind', '=', 'event')
      .executeTakeFirst();
    if (!item) return;
    await withdrawInvitations(trx, { id: itemId, version: item.version }, now());
    await notifyWithdrawn(trx, itemId, now());
  });
}

/**
 * Mails an invitation, its change or its cancellation, once: what has been sent is not due any more. Payload: `{ eventId, userId }`.
 * Throws when the mail server does not take it now; what it never takes is given up, with a line in the log.
 */
export async function sendInvitation(
  key: { eventId: string; userId: string },
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const invitation = await findInvitationToSend(db, key);
  if (!invitation) return;
  const { invited, reason, person, wasTried } = invitation;
  const { name, email, isDisabled } = person;
  const isCancelled = reason === 'Unregistered' || reason === 'Withdrawn';
  const isPointless =
    config.SMTP_URL === undefined || new Date(invited.endsAt) <= now() || isDisabled || (isCancelled && !wasTried);
  if (isPointless || !isMailAddress(email)) return markInvitationDone(db, key, invitation);
  await markInvitationTried(db, key);
  try {
    await sendMail(config, invitationMail(config, { ...key, ...invitation, person: { name, email }, now: now() }));
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error;
    logger.warn({ userId: key.userId, eventId: key.eventId, reason: error.message }, 'an invitation was refused');
    return markInvitationDone(db, key, invitation);
  }
  await markInvitationDone(db, key, invitation, now());
}
