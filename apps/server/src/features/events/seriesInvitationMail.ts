import type { Config } from '../../config.ts';
import type { Mail } from '../../mail/sendMail.ts';
import type { MailBlock } from '../../mail/mailBody.ts';
import {
  calendarOf,
  eventAddress,
  isCancellation,
  locationLabel,
  whenLabel,
  type InvitedEvent,
} from './eventCalendar.ts';
import { digestOf, withoutJoinLink } from './invitationMail.ts';
import type { InvitedDate, SeriesInvitation } from './seriesInvitations.queries.ts';

/** The calendar has all of them. */
const MAX_LISTED = 50;

const IF_NOT =
  'If you can’t attend a date, please cancel your registration for it in the portal so that someone else can have the spot.';

interface Wording {
  subject: string;
  opening: string;
  closing?: string;
}

/** The email that invites a person to the dates of a series, updates or cancels them, with a calendar attachment. */
export function seriesInvitationMail(
  config: Config,
  {
    seriesId,
    userId,
    due,
    dates,
    waiting,
    series,
    sequence,
    person,
    now,
  }: Omit<SeriesInvitation, 'person'> & {
    seriesId: string;
    userId: string;
    due: InvitedDate[];
    person: { name: string; email: string };
    now: Date;
  },
): Mail {
  const held = dates.filter(({ reason }) => !isCancellation(reason));
  const isCanceled = held.length === 0;
  const method = isCanceled ? 'CANCEL' : 'REQUEST';
  const entries = isCanceled ? dates.filter(({ isInSeries }) => isInSeries) : held;
  const ahead = held.filter(({ invited }) => new Date(invited.endsAt) > now);
  const gone = due.filter(({ reason }) => isCancellation(reason));
  const { eventId, invited } = ahead[0] ?? due[0]!;
  const { subject, opening, closing } = wordingOf(due, ahead.length, isCanceled);
  const notes = new Set(due.flatMap(({ note }) => note ?? []));
  const listed = ahead.length === 0 ? gone : ahead;
  const blocks: MailBlock[] = [
    { text: opening },
    ...[...notes].map((text) => ({ text })),
    isCanceled
      ? { text: invited.header }
      : { title: invited.header, text: invited.description, href: eventAddress(config, eventId) },
    ...listOf(
      'Dates',
      listed.map((date) => labelOf(date.invited, invited)),
    ),
    ...factsOf(ahead.map((date) => date.invited)),
    ...listOf('You’re on the waiting list for these dates, which are not in your calendar', waiting.map(whenLabel)),
    ...listOf(
      'No longer in your calendar',
      (ahead.length === 0 ? [] : gone).map((date) => whenLabel(date.invited)),
    ),
    ...(closing === undefined ? [] : [{ text: closing }]),
  ];
  const askedAt = due
    .map((date) => date.askedAt)
    .toSorted()
    .at(-1)!;
  return {
    to: { name: person.name, address: person.email },
    subject: `${subject}: ${invited.header} (${countLabel(listed.length)})`,
    blocks,
    messageId: `${digestOf(seriesId, userId, sequence, method, askedAt)}@${new URL(config.PUBLIC_URL).hostname}`,
    calendar: {
      method,
      content: calendarOf(
        config,
        entries.map((date) => ({
          id: date.eventId,
          sequence,
          stamp: now,
          event: isCanceled ? withoutJoinLink(date.invited) : date.invited,
          isBusy: !isCanceled,
          series: series(date.originalStart),
        })),
        { method, isWholeSeries: true, attendee: person, now },
      ),
    },
  };
}

const countLabel = (dates: number): string => (dates === 1 ? '1 date' : `${dates} dates`);

/** What the email says first, from what happened to the dates since the last one. */
function wordingOf(due: InvitedDate[], ahead: number, isCanceled: boolean): Wording {
  const isAll = (holds: (date: InvitedDate) => boolean) => due.every(holds);
  const { actedBy, organizerAct } = due[0]!;
  const delegate = isAll((date) => date.actedBy === actedBy) ? actedBy : null;
  const organizer = isAll((date) => date.organizerAct === organizerAct) ? organizerAct : null;
  if (isAll(({ reason }) => isCancellation(reason))) {
    const what = ahead === 0 ? 'all dates of this series' : countLabel(due.length);
    const opening = cancellationOf({
      what,
      delegate,
      organizer,
      isOwn: isAll(({ reason }) => reason === 'Unregistered'),
    });
    if (ahead > 0) return { subject: 'Updated', opening: `${opening} Here are the dates that you still have.` };
    return { subject: 'Canceled', opening: isCanceled ? `${opening} You can remove it from your calendar.` : opening };
  }
  if (isAll(({ reason }) => reason === 'Asked')) {
    const requested = delegate === null ? '' : ` ${delegate} requested it for you.`;
    return { subject: 'Invitation', opening: `Here is your invitation to ${countLabel(ahead)}.${requested}` };
  }
  if (isAll(({ reason }) => reason === 'Added'))
    return {
      subject: 'You’re registered',
      opening: `The organizers registered you for ${countLabel(due.length)} of this series.`,
      closing: IF_NOT,
    };
  if (isAll(({ reason }) => reason === 'Promoted'))
    return {
      subject: 'You have a spot',
      opening: `A spot opened up for ${countLabel(due.length)} of this series, and it’s yours: you’re registered.`,
      closing: IF_NOT,
    };
  return {
    subject: 'Updated',
    opening: 'Dates that you were invited to have changed. Here are all of yours, with their new details.',
  };
}

function cancellationOf({
  what,
  delegate,
  organizer,
  isOwn,
}: {
  what: string;
  delegate: string | null;
  organizer: InvitedDate['organizerAct'];
  isOwn: boolean;
}): string {
  if (delegate !== null) return `${delegate} canceled your registrations for ${what} for you.`;
  if (organizer === 'EventCanceled') return `The organizers canceled ${what}.`;
  if (organizer !== null) return `The organizers canceled your registrations for ${what}.`;
  return isOwn ? `You canceled your registrations for ${what}.` : `You’re no longer invited to ${what}.`;
}

/** What all dates have in common. */
function factsOf(events: InvitedEvent[]): MailBlock[] {
  const common = (label: string, valueOf: (event: InvitedEvent) => string | undefined): Array<[string, string]> => {
    const [value, ...others] = new Set(events.map(valueOf));
    return value === undefined || value === '' || others.length > 0 ? [] : [[label, value]];
  };
  const facts = [
    ...common('Where', locationLabel),
    ...common('Speakers', ({ speakers }) => speakers.join(', ')),
    ...common('Join', ({ joinLink }) => joinLink),
  ];
  return facts.length === 0 ? [] : [{ facts }];
}

/** When it is, and what differs from the date that the email describes. */
function labelOf(event: InvitedEvent, described: InvitedEvent): string {
  const place = locationLabel(event);
  return [
    whenLabel(event),
    ...(event.header === described.header ? [] : [event.header]),
    ...(place === undefined || place === locationLabel(described) ? [] : [place]),
  ].join(' – ');
}

function listOf(title: string, items: string[]): MailBlock[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LISTED ? [`and ${items.length - MAX_LISTED} more`] : [];
  return [{ text: [`${title}:`, ...items.slice(0, MAX_LISTED), ...more].join('\n') }];
}
