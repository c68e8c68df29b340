import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { Instant, readRow } from '../../db/rows.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { InvitedEvent, InvitationReason, isCancellation, OrganizerAct } from './eventCalendar.ts';
import { SeriesColumn, seriesColumn } from './eventSeries.queries.ts';

/** What an email says of an invitation. */
export const StoredInvitation = z.object({
  invited: InvitedEvent,
  sequence: z.int(),
  reason: InvitationReason,
  organizerAct: z.nullable(OrganizerAct),
  note: z.nullable(z.string()),
  /** The name of the delegate who asked for it; null if the person did, or nobody. */
  actedBy: z.nullable(z.string()),
  askedAt: Instant,
  /** An email about this invitation may already have been sent. */
  wasTried: z.boolean(),
});

/** Columns of a StoredInvitation, from `event_invitations invitation`. */
export const storedInvitationColumns = sql`sent_snapshot as invited, sequence, reason, organizer_act as "organizerAct", note,
  (select ${displayName('delegate')} from users delegate where delegate.id = invitation.acted_by) as "actedBy",
  asked_at as "askedAt", was_tried as "wasTried"`;

export const InvitedPerson = z.object({ name: z.string(), email: z.nullable(z.string()), isDisabled: z.boolean() });

/** An InvitedPerson, from `users person`. */
export const invitedPersonColumn = sql`json_build_object('name', coalesce(${displayName('person')}, ''), 'email', person.email,
  'isDisabled', person.disabled_at is not null)`;

const InvitationToSend = z.extend(StoredInvitation, { person: InvitedPerson, series: SeriesColumn });
export type InvitationToSend = z.infer<typeof InvitationToSend>;

/** The invitation that is due to be emailed to a person, or undefined when there is none. */
export function findInvitationToSend(
  db: Db,
  { eventId, userId }: { eventId: string; userId: string },
): Promise<InvitationToSend | undefined> {
  return readRow(
    db,
    InvitationToSend,
    sql`
      select ${storedInvitationColumns}, ${seriesColumn} as series, ${invitedPersonColumn} as person
      from event_invitations invitation join users person on person.id = invitation.user_id
        join content_items item on item.id = invitation.event_id
      where invitation.event_id = ${eventId} and invitation.user_id = ${userId} and is_due`,
  );
}

/** Records, before an attempt, that an email may have been sent. */
export async function markInvitationTried(
  db: Db,
  { eventId, userId }: { eventId: string; userId: string },
): Promise<void> {
  await db
    .updateTable('event_invitations')
    .set({ was_tried: true })
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Marks the email as no longer due, unless the invitation has changed since it was read. `sentAt` is absent when
 * nothing was sent.
 */
export async function markInvitationDone(
  db: Db,
  { eventId, userId }: { eventId: string; userId: string },
  { sequence, reason }: Pick<InvitationToSend, 'sequence' | 'reason'>,
  sentAt?: Date,
): Promise<void> {
  await db
    .updateTable('event_invitations')
    .set({
      is_due: false,
      ...(sentAt ? { sent_at: sentAt.toISOString() } : {}),
      ...(sentAt && isCancellation(reason) ? { is_in_series: false } : {}),
    })
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('sequence', '=', sequence)
    .where('reason', '=', reason)
    .execute();
}
