import { createHash } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';
import {
  calendarOf,
  eventAddress,
  isCancellation,
  locationLabel,
  whenLabel,
  type InvitationReason,
  type InvitedEvent,
  type OrganizerAct,
} from './eventCalendar.ts';
import { seriesOfDate } from './eventSeries.queries.ts';
import type { InvitationToSend } from './invitationsToSend.queries.ts';

const IF_NOT =
  'If you can’t attend, please cancel your registration in the portal so that someone else can have the spot.';

const texts: Record<InvitationReason | OrganizerAct, { subject: string; opening: string; closing?: string }> = {
  Asked: { subject: 'Invitation', opening: 'Here is your invitation.' },
  Promoted: {
    subject: 'You have a spot',
    opening: 'A spot opened up, and it’s yours: you’re registered.',
    closing: IF_NOT,
  },
  Added: {
    subject: 'You’re registered',
    opening: 'The organizers registered you for this event.',
    closing: IF_NOT,
  },
  Changed: { subject: 'Updated', opening: 'An event that you were invited to has changed. Here are the new details.' },
  Unregistered: {
    subject: 'Canceled',
    opening: 'You canceled your registration. You can remove this event from your calendar.',
  },
  Withdrawn: {
    subject: 'Canceled',
    opening: 'This event is no longer in the portal. You can remove it from your calendar.',
  },
  Removed: {
    subject: 'No longer registered',
    opening: 'The organizers canceled your registration. You can remove this event from your calendar.',
  },
  MovedToWaiting: {
    subject: 'On the waiting list',
    opening:
      'The organizers moved you to the waiting list. You can remove this event from your calendar until you have a spot.',
  },
  Undone: {
    subject: 'Not registered',
    opening: 'You had been registered by mistake. You can remove this event from your calendar.',
  },
  EventCanceled: {
    subject: 'Canceled',
    opening: 'This event has been canceled. You can remove it from your calendar.',
  },
};

/** The email that invites a person to an event, updates the invitation or cancels it, with a calendar attachment. */
export function invitationMail(
  config: Config,
  {
    eventId,
    userId,
    invited,
    sequence,
    reason,
    organizerAct,
    note,
    actedBy,
    askedAt,
    person,
    series,
    now,
  }: {
    eventId: string;
    userId: string;
    invited: InvitedEvent;
    sequence: number;
    reason: InvitationReason;
    organizerAct: OrganizerAct | null;
    /** What an organizer wrote about it. */
    note: string | null;
    /** The delegate who asked for it. */
    actedBy: string | null;
    askedAt: string;
    person: { name: string; email: string };
    series: InvitationToSend['series'];
    now: Date;
  },
): Mail {
  const isCanceled = isCancellation(reason);
  const method = isCanceled ? 'CANCEL' : 'REQUEST';
  const { subject, opening, closing } = texts[organizerAct ?? reason];
  const location = locationLabel(invited);
  const { joinLink } = invited;
  const facts: Array<[string, string] | undefined> = [
    ['When', whenLabel(invited)],
    location ? ['Where', location] : undefined,
    invited.speakers.length > 0 ? ['Speakers', invited.speakers.join(', ')] : undefined,
    isCanceled || joinLink === undefined ? undefined : ['Join', joinLink],
  ];
  const page = eventAddress(config, eventId);
  return {
    to: { name: person.name, address: person.email },
    subject: `${subject}: ${invited.header}`,
    blocks: [
      { text: actedBy === null ? opening : openingOfDelegate(actedBy, reason) },
      ...(note === null ? [] : [{ text: note }]),
      isCanceled ? { text: invited.header } : { title: invited.header, text: invited.description, href: page },
      { facts: facts.filter((fact) => fact !== undefined) },
      ...(closing ? [{ text: closing }] : []),
    ],
    messageId: `${digestOf(eventId, userId, sequence, reason, askedAt)}@${new URL(config.PUBLIC_URL).hostname}`,
    calendar: {
      method,
      content: calendarOf(
        config,
        [
          {
            id: eventId,
            sequence,
            stamp: now,
            event: isCanceled ? withoutJoinLink(invited) : invited,
            isBusy: !isCanceled,
            series: seriesOfDate(series),
          },
        ],
        { method, attendee: person, now },
      ),
    },
  };
}

const openingOfDelegate = (name: string, reason: InvitationReason): string =>
  isCancellation(reason)
    ? `${name} canceled your registration for you. You can remove this event from your calendar.`
    : `Here is your invitation. ${name} requested it for you.`;

export const withoutJoinLink = ({ joinLink: _, ...event }: InvitedEvent): InvitedEvent => event;

export const digestOf = (...parts: Array<string | number>): string =>
  createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 40);
