import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';
import {
  calendarOf,
  eventAddress,
  placeOf,
  whenLabel,
  type InvitationReason,
  type InvitedEvent,
} from './eventCalendar.ts';

const words: Record<InvitationReason, { subject: string; opening: string; closing?: string }> = {
  Asked: { subject: 'Invitation', opening: 'Here is the invitation that you asked for.' },
  Promoted: {
    subject: 'You have a place',
    opening: 'A place has become free, and it is yours: you are registered.',
    closing:
      'If you can not come, please cancel your registration in the portal, so that somebody else gets the place.',
  },
  Changed: { subject: 'Changed', opening: 'An event that you were invited to has changed. This is how it is now.' },
  Unregistered: {
    subject: 'Cancelled',
    opening: 'You have cancelled your registration. Your calendar can forget this event.',
  },
  Withdrawn: { subject: 'Cancelled', opening: 'This event is no longer in the portal. Your calendar can forget it.' },
};

/** The mail that invites a person to an event or takes the invitation back, as text and for their calendar. */
export function invitationMail(
  config: Config,
  {
    eventId,
    userId,
    invited,
    sequence,
    reason,
    askedAt,
    person,
    now,
  }: {
    eventId: string;
    userId: string;
    invited: InvitedEvent;
    sequence: number;
    reason: InvitationReason;
    askedAt: string;
    person: { name: string; email: string };
    now: Date;
  },
): Mail {
  const isCancelled = reason === 'Unregistered' || reason === 'Withdrawn';
  const method = isCancelled ? 'CANCEL' : 'REQUEST';
  const { subject, opening, closing } = words[reason];
  const place = placeOf(invited);
  const lines = [
    person.name ? `Hello ${person.name},` : 'Hello,',
    '',
    opening,
    '',
    invited.header,
    `When: ${whenLabel(invited)}`,
    ...(place ? [`Where: ${place}`] : []),
    ...(invited.speakers.length > 0 ? [`Speakers: ${invited.speakers.join(', ')}`] : []),
    ...(isCancelled ? [] : ['', invited.description, '', eventAddress(config, eventId)]),
    ...(closing ? ['', closing] : []),
  ];
  return {
    to: { name: person.name, address: person.email },
    subject: `${subject}: ${invited.header}`,
    text: `${lines.join('\n')}\n`,
    messageId: `${digestOf(eventId, userId, sequence, reason, askedAt)}@${new URL(config.PUBLIC_URL).hostname}`,
    calendar: {
      method,
      content: calendarOf(config, [{ id: eventId, sequence, stamp: now, event: invited }], {
        method,
        attendee: person,
      }),
    },
  };
}

const digestOf = (...parts: Array<string | number>): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 40);
