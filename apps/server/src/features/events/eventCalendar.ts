import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { TZDate } from '@date-fns/tz';
import { z } from 'zod/mini';
import { DAY_MS } from '@portico/contracts/durations';
import { clockLabel, timeZoneLabel } from '@portico/contracts/times';
import type { Config } from '../../config.ts';
import { visibleText } from '../../mail/visibleText.ts';
import { asSingleDate, withSeries, type Recurrence, type SeriesOfDate } from './seriesCalendar.ts';
import { timeZoneComponent } from './timeZoneComponent.ts';

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
  /** The link with which this person joins the event online, if they may know it. */
  joinLink: z.optional(z.string()),
});
export type InvitedEvent = z.infer<typeof InvitedEvent>;

/** Why a person gets an invitation or its update; the last two cancel it. */
export const InvitationReason = z.enum(['Asked', 'Promoted', 'Added', 'Changed', 'Unregistered', 'Withdrawn']);
export type InvitationReason = z.infer<typeof InvitationReason>;

/** What an organizer did that canceled an invitation. */
export const OrganizerAct = z.enum(['Removed', 'MovedToWaiting', 'Undone', 'EventCanceled']);
export type OrganizerAct = z.infer<typeof OrganizerAct>;

export const isCancellation = (reason: InvitationReason): boolean =>
  reason === 'Unregistered' || reason === 'Withdrawn';

export interface CalendarEntry {
  id: string;
  /** Increases with every change that calendars have to pick up. */
  sequence: number;
  /** The instant of this version. */
  stamp: Date;
  event: InvitedEvent;
  /** It takes the whole day that `startsAt` has in UTC. */
  isAllDay?: boolean;
  /** Whether the owner of the calendar is busy at that time. */
  isBusy: boolean;
  /** Defaults to the event's page. */
  address?: string;
  /** The series of which the event is a date. */
  series?: SeriesOfDate | undefined;
  recurrence?: Recurrence;
}

/**
 * An iCalendar object (RFC 5545) with these events. No time stamp is later than `now`, because calendar programs ignore
 * changes that are older than what they have. Times are in UTC, so they are correct whatever zones the calendar
 * program knows; those of a series are in its zone, which the object describes. `method` and `attendee` make it an
 * invitation or a cancellation (RFC 5546).
 */
export function calendarOf(
  config: Pick<Config, 'PUBLIC_URL' | 'PRODUCT_NAME' | 'MAIL_FROM'>,
  entries: CalendarEntry[],
  options: {
    name?: string;
    method?: 'PUBLISH' | 'REQUEST' | 'CANCEL';
    /** The entries are all that the attendee has of a series; otherwise, a message is about single dates. */
    isWholeSeries?: boolean;
    attendee?: { name: string; email: string };
    now: Date;
  },
): string {
  const { name, method, isWholeSeries = false, attendee, now } = options;
  const series = method === undefined || isWholeSeries ? withSeries(entries) : entries.map(asSingleDate);
  // Canceling the rule cancels all of its dates.
  const shown = isWholeSeries && method === 'CANCEL' ? series.slice(0, 1) : series;
  const calendar = ical({
    prodId: { company: 'Portico', product: 'Portico', language: 'EN' },
    ...(method ? { method: ICalCalendarMethod[method] } : {}),
    ...(name ? { name: visibleText(name) } : {}),
    timezone: { name: null, generator: (zone) => timeZoneComponent(zone, ...spanOf(shown)) },
  });
  for (const entry of shown) {
    const {
      id,
      sequence,
      stamp,
      event,
      isAllDay = false,
      isBusy,
      address = eventAddress(config, id),
      recurrence,
    } = entry;
    const { startsAt, endsAt, joinLink } = event;
    const timeOf = (instant: string) => (recurrence ? new TZDate(instant, recurrence.timeZone) : instant);
    const one = calendar.createEvent({
      id: `${recurrence?.uid ?? id}@${new URL(config.PUBLIC_URL).hostname}`,
      sequence,
      stamp: earlier(stamp, now),
      start: timeOf(startsAt),
      ...(recurrence ? { timezone: recurrence.timeZone } : {}),
      ...(recurrence?.rule === undefined ? {} : { repeating: recurrence.rule }),
      ...(recurrence?.originalStart === undefined ? {} : { recurrenceId: timeOf(recurrence.originalStart) }),
      allDay: isAllDay,
      summary: visibleText(event.header),
      description: visibleText(notes(event, address)),
      url: address,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      busystatus: isBusy ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.FREE,
      transparency: isBusy ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    });
    // iCalendar does not allow an end equal to the start.
    if (Date.parse(endsAt) > Date.parse(startsAt)) one.end(timeOf(endsAt));
    // Calendar programs turn a link in this field into a button; people who go there need the address instead.
    const location = (event.isVirtual && joinLink) || locationLabel(event);
    if (location) one.location(visibleText(location));
    if (attendee) {
      one.organizer({ name: visibleText(config.PRODUCT_NAME), email: config.MAIL_FROM });
      one.createAttendee({
        name: visibleText(attendee.name) || attendee.email,
        email: attendee.email,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      });
    }
  }
  // The library leaves out the line break after the last line, which RFC 5545 requires.
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** The time in which clocks can matter for the entries of series. */
function spanOf(entries: CalendarEntry[]): [Date, Date] {
  const times = entries.flatMap(({ event, recurrence }) =>
    recurrence ? [event.startsAt, event.endsAt, recurrence.lastsUntil, recurrence.originalStart ?? event.startsAt] : [],
  );
  const instants = times.map((time) => Date.parse(time));
  return [new Date(Math.min(...instants) - DAY_MS), new Date(Math.max(...instants) + DAY_MS)];
}

export const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

export const eventAddress = (config: Pick<Config, 'PUBLIC_URL'>, eventId: string): string =>
  `${config.PUBLIC_URL}/events/${eventId}`;

/** Where the event takes place, or undefined when that is not decided yet. */
export function locationLabel({
  isVirtual,
  location,
}: Pick<InvitedEvent, 'isVirtual' | 'location'>): string | undefined {
  return location ?? (isVirtual ? 'Virtual' : undefined);
}

function notes({ description, speakers, joinLink }: InvitedEvent, address: string): string {
  return [
    joinLink && `Join: ${joinLink}`,
    description,
    speakers.length > 0 && `Speakers: ${speakers.join(', ')}`,
    address,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Day and time in the event's own zone: "Monday, March 9, 2026, 3:05 pm to 4:00 pm EDT". */
export function whenLabel({
  startsAt,
  endsAt,
  timeZone,
}: Pick<InvitedEvent, 'startsAt' | 'endsAt' | 'timeZone'>): string {
  const format = (options: Intl.DateTimeFormatOptions, instant: string) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(instant));
  const day = (instant: string) => format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' }, instant);
  const time = (instant: string) => clockLabel(instant, timeZone);
  const zone = (instant: string) => timeZoneLabel(instant, timeZone);
  const zones = [...new Set([zone(startsAt), zone(endsAt)])].join('/');
  if (day(startsAt) === day(endsAt))
    return `${day(startsAt)}, ${time(startsAt)}${startsAt === endsAt ? '' : ` to ${time(endsAt)}`} ${zones}`;
  return `${day(startsAt)}, ${time(startsAt)} to ${day(endsAt)}, ${time(endsAt)} ${zones}`;
}
