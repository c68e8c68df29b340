import { isEmailAddress } from '@portico/kinds/emailAddress';
import type { Dependencies } from '../../dependencies.ts';
import type { JobPayload } from '../../jobs/registry.ts';
import { MailRejected, sendMail } from '../../mail/sendMail.ts';
import { recordUndeliverable } from '../../mail/undeliverable.ts';
import { isCancellation } from './eventCalendar.ts';
import { notifyChanged, notifyWithdrawn } from './eventNotices.queries.ts';
import { invitationMail } from './invitationMail.ts';
import { updateInvitations, withdrawInvitations } from './invitations.queries.ts';
import { findInvitationToSend, markInvitationDone, markInvitationTried } from './invitationsToSend.queries.ts';
import { lockEvent, promoteNext } from './registrations.queries.ts';
import { markSeriesDone, takeSeriesInvitation } from './seriesInvitations.queries.ts';
import { seriesInvitationMail } from './seriesInvitationMail.ts';

/**
 * Runs after an event changes for readers: promotes waiting people to added spots, updates or cancels invitations, and
 * notifies everyone who is registered or waiting. Does nothing for other kinds of items.
 */
export async function followEventChange(
  { itemId }: JobPayload<'content-changed'>,
  { db, config, notify, now: clock }: Pick<Dependencies, 'db' | 'config' | 'notify' | 'now'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const event = await lockEvent(trx, itemId, config);
    const now = clock();
    if (event) {
      await promoteNext(trx, event, { notify, now });
      await updateInvitations(trx, event, now);
      await notifyChanged(trx, event, { notify, now });
      return;
    }
    const item = await trx
      .selectFrom('content_items')
      .select('version')
      .where('id', '=', itemId)
      .where('kind', '=', 'event')
      .executeTakeFirst();
    if (!item) return;
    await withdrawInvitations(trx, { id: itemId, version: item.version }, now);
    await notifyWithdrawn(trx, itemId, { notify, now });
  });
}

/**
 * Emails an invitation, its update or its cancellation, once. Throws when the mail server cannot accept it now; if it
 * never will, the email is recorded as undeliverable.
 */
export async function sendInvitation(
  key: JobPayload<'send-invitation'>,
  { db, config, logger, now }: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const invitation = await findInvitationToSend(db, key);
  if (!invitation) return;
  const { invited, reason, organizerAct, person, wasTried } = invitation;
  const { name, email, isDisabled } = person;
  const isPointless =
    config.SMTP_URL === undefined ||
    new Date(invited.endsAt) <= now() ||
    isDisabled ||
    // People whom an organizer removes were registered, also without an invitation.
    (isCancellation(reason) && !wasTried && (organizerAct === null || organizerAct === 'Undone'));
  if (isPointless || !isEmailAddress(email)) return markInvitationDone(db, key, invitation);
  await markInvitationTried(db, key);
  try {
    await sendMail(
      config,
      invitationMail(config, {
        ...key,
        ...invitation,
        person: { name, email },
        now: now(),
      }),
    );
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error;
    await recordUndeliverable({ db, logger, now }, key, error);
    return markInvitationDone(db, key, invitation);
  }
  await markInvitationDone(db, key, invitation, now());
}

/**
 * Emails a person, once, all that is due of their invitations to the dates of a series: one email with the whole series
 * if it concerns several dates or the calendar lacks one of them, and otherwise one about the date. Throws like
 * `sendInvitation`. Source: decisions/0373.
 */
export async function sendSeriesInvitation(
  key: JobPayload<'send-series-invitation'>,
  dependencies: Pick<Dependencies, 'db' | 'config' | 'logger' | 'now'>,
): Promise<void> {
  const { db, config, logger, now } = dependencies;
  const { userId } = key;
  const taken = await takeSeriesInvitation(db, key, config, now());
  if (!taken) return;
  if (taken.whole === undefined) {
    for (const { eventId } of taken.due) await sendInvitation({ eventId, userId }, dependencies);
    return;
  }
  const { whole } = taken;
  const { email, name, isDisabled } = whole.person;
  if (config.SMTP_URL === undefined || isDisabled || !isEmailAddress(email)) return markSeriesDone(db, userId, whole);
  try {
    await sendMail(
      config,
      seriesInvitationMail(config, { ...key, ...taken, ...whole, person: { name, email }, now: now() }),
    );
  } catch (error) {
    if (!(error instanceof MailRejected)) throw error;
    await recordUndeliverable({ db, logger, now }, { ...key, eventId: taken.due[0]!.eventId }, error);
    return markSeriesDone(db, userId, whole);
  }
  await markSeriesDone(db, userId, whole, now());
}
