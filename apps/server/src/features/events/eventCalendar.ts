import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator';
import { z } from 'zod/mini';
import type { Config } from '../../config.ts';

/** An event as calendars and invitations show it. Instants are ISO 8601 in UTC. */
export const InvitedEvent = z.object({
  header: z.string(),
  description: z.string(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** IANA zone of the event. */
  timeZone: z.string(),
  isVirtual: z.boolean(),
  location: z.nullable(z.string()),
  speakers: z.array(z.string()),
});
export type InvitedEvent = z.infer<typeof InvitedEvent>;

/** Why a person gets an invitation or its update; the last two cancel it. */
export const InvitationReason = z.enum(['Asked', 'Promoted', 'Changed', 'Unregistered', 'Withdrawn']);
export type InvitationReason = z.infer<typeof InvitationReason>;

export const isCancellation = (reason: InvitationReason): boolean =>
  reason === 'Unregistered' || reason === 'Withdrawn';

export interface CalendarEntry {
  id: string;
  /** Increases with every change that calendars have to pick up. */
  sequence: number;
  /** The instant of this version. */
  stamp: Date;
  event: InvitedEvent;
  /** Defaults to the event's page. */
  address?: string;
  /** The link with which this person joins a virtual event. */
  joinLink?: string | undefined;
}

/**
 * An iCalendar object (RFC 5545) with these events. Times are in UTC, so they are correct whatever zones the calendar
 * program knows. `method` and `attendee` make it an invitation or a cancellation (RFC 5546).
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
  for (const { id, sequence, stamp, event, joinLink, address = eventAddress(config, id) } of entries) {
    const { startsAt, endsAt } = event;
    const one = calendar.createEvent({
      id: `${id}@${new URL(config.PUBLIC_URL).hostname}`,
      sequence,
      stamp,
      start: startsAt,
      summary: plain(event.header),
      description: plain(notes(event, address, joinLink)),
      url: address,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      busystatus: method === 'CANCEL' ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
    });
    // iCalendar does not allow an end equal to the start.
    if (Date.parse(endsAt) > Date.parse(startsAt)) one.end(endsAt);
    // Calendar programs turn a link in this field into a button.
    const location = joinLink ?? locationLabel(event);
    if (location) one.location(plain(location));
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

/** Where the event takes place, or undefined when that is not decided yet. */
export function locationLabel({
  isVirtual,
  location,
}: Pick<InvitedEvent, 'isVirtual' | 'location'>): string | undefined {
  return location ?? (isVirtual ? 'Virtual' : undefined);
}

function notes({ description, speakers }: InvitedEvent, address: string, joinLink: string | undefined): string {
  return [
    joinLink && `Join: ${joinLink}`,
    description,
    speakers.length > 0 && `Speakers: ${speakers.join(', ')}`,
    address,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Replaces characters that a text value must not contain: control characters except line breaks, and direction
 * overrides.
 */
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
