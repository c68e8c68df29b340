import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator';
import type { Config } from '../../config.ts';

/** An event as calendars and invitations tell it; instants are ISO 8601 in UTC. */
export interface InvitedEvent {
  header: string;
  description: string;
  startsAt: string;
  endsAt: string;
  /** IANA zone of the place. */
  timeZone: string;
  isVirtual: boolean;
  location: string | null;
  speakers: string[];
}

/** Why a person is told about an event; the last two take the invitation back. */
export type InvitationReason = 'Asked' | 'Promoted' | 'Changed' | 'Unregistered' | 'Withdrawn';

export interface CalendarEntry {
  id: string;
  /** Rises with every change that the reader of a calendar is told. */
  sequence: number;
  /** When it was written as it is. */
  stamp: Date;
  event: InvitedEvent;
}

/**
 * An iCalendar object (RFC 5545) with these events. Times are in UTC, so that they are right in every zone whatever the
 * reader's program knows of zones. `method` and `attendee` make it an invitation or its cancellation (RFC 5546).
 */
export function calendarOf(
  config: Pick<Config, 'PUBLIC_URL' | 'PRODUCT_NAME' | 'MAIL_FROM'>,
  entries: CalendarEntry[],
  options: {
    name?: string;
    method?: 'PUBLISH' | 'REQUEST' | 'CANCEL';
    attendee?: { name: string; email: string };
  } = {},
): string {
  const { name, method, attendee } = options;
  const calendar = ical({
    prodId: { company: 'Portico', product: 'Portico', language: 'EN' },
    ...(method ? { method: ICalCalendarMethod[method] } : {}),
    ...(name ? { name: plain(name) } : {}),
  });
  for (const { id, sequence, stamp, event } of entries) {
    const { startsAt, endsAt } = event;
    const one = calendar.createEvent({
      id: `${id}@${new URL(config.PUBLIC_URL).hostname}`,
      sequence,
      stamp,
      start: startsAt,
      summary: plain(event.header),
      description: plain(notesOf(event, eventAddress(config, id))),
      url: eventAddress(config, id),
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      busystatus: method === 'CANCEL' ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
    });
    // One that ends as it starts has no end in iCalendar.
    if (Date.parse(endsAt) > Date.parse(startsAt)) one.end(endsAt);
    const place = placeOf(event);
    if (place) one.location(plain(place));
    if (attendee) {
      one.organizer({ name: plain(config.PRODUCT_NAME), email: config.MAIL_FROM });
      one.createAttendee({
        name: plain(attendee.name) || attendee.email,
        email: attendee.email,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      });
    }
  }
  return calendar.toString();
}

export const eventAddress = (config: Pick<Config, 'PUBLIC_URL'>, eventId: string): string =>
  `${config.PUBLIC_URL}/events/${eventId}`;

/** Where it takes place, or undefined when that is not settled. */
export function placeOf({ isVirtual, location }: Pick<InvitedEvent, 'isVirtual' | 'location'>): string | undefined {
  return location ?? (isVirtual ? 'Virtual' : undefined);
}

function notesOf({ description, speakers }: InvitedEvent, address: string): string {
  return [description, speakers.length > 0 && `Speakers: ${speakers.join(', ')}`, address].filter(Boolean).join('\n\n');
}

/** Without what has no place in a text value: control characters but line ends, and what turns the direction of writing. */
function plain(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\u200c\u200d]+/gu, ' ')
    .trim();
}

/** Day and time in the event's own zone: "Monday, March 9, 2026, 3:05 pm to 4:00 pm (EDT, America/New_York)". */
export function whenLabel({
  startsAt,
  endsAt,
  timeZone,
}: Pick<InvitedEvent, 'startsAt' | 'endsAt' | 'timeZone'>): string {
  const format = (options: Intl.DateTimeFormatOptions, instant: string) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant));
  const day = (instant: string) => format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }, instant);
  const time = (instant: string) =>
    format({ hour: 'numeric', minute: '2-digit' }, instant).replace(
      /\s?([AP]M)$/,
      (_all, half: string) => ` ${half.toLowerCase()}`,
    );
  const zone = (instant: string) => format({ timeZoneName: 'short', hour: 'numeric' }, instant).split(' ').at(-1) ?? '';
  const zones = [...new Set([zone(startsAt), zone(endsAt)])].join('/');
  if (day(startsAt) === day(endsAt))
    return `${day(startsAt)}, ${time(startsAt)}${startsAt === endsAt ? '' : ` to ${time(endsAt)}`} (${zones}, ${timeZone})`;
  return `${day(startsAt)}, ${time(startsAt)} to ${day(endsAt)}, ${time(endsAt)} (${zones}, ${timeZone})`;
}
