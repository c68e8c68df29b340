import { z } from 'zod/mini';
import { DayInput, OffsetInstantInput } from './base/dayInputs.ts';
import { CreditLine } from '@portico/kinds/creditSchemas';
import { Category, CreatorInfo } from '@portico/kinds/itemParts';
import { ComponentTree } from '@portico/kinds/content';
import { choiceOf, readerShape } from '@portico/kinds/fieldSchemas';
import { fields as event } from '@portico/kinds/items/event/shape';
import { endpoint } from './base/endpoint.ts';
import { RevisionId } from './base/revisionId.ts';
import { ImageRef } from '@portico/kinds/media';
import { ListText, MAX_PAGE_SIZE, page, queryInt, queryList } from './base/paging.ts';

/** Source: spec §9. */
export const EVENTS_PAGE_SIZE = 6;
/** Maximum number of days from `startDate` to `endDate` in one calendar request. */
export const MAX_CALENDAR_DAYS = 400;
export const MAX_SERIES_DATES = 200;

export const LocationType = choiceOf(event.locationType.options);
export type LocationType = z.infer<typeof LocationType>;
export const RegistrationStatus = z.enum(['Registered', 'Unregistered']);
export type RegistrationStatus = z.infer<typeof RegistrationStatus>;

/** Spots at an event that accepts registrations. */
export const RegistrationInfo = z.object({
  /** Null when the number of spots is unlimited. */
  capacity: z.nullable(z.int()),
  /** Spots left; null without a capacity. */
  spotsLeft: z.nullable(z.int()),
  /** People on the waiting list. */
  waiting: z.int(),
  /** Registration closes at this instant; registrations can be canceled until the event starts. */
  closesAt: z.iso.datetime(),
});
export type RegistrationInfo = z.infer<typeof RegistrationInfo>;

/** Spots that are left; more people can have one than the capacity if an editor lowered it. */
export const spotsLeft = (capacity: number | null, taken: number): number | null =>
  capacity === null ? null : Math.max(0, capacity - taken);

/** An event as a card shows it to the reader. Instants are ISO 8601 in UTC; `header` is the title. Source: spec §3. */
export const EventSummary = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(Category),
  publishedAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  /** IANA zone of the venue, e.g. America/New_York. */
  timeZone: z.string(),
  ...readerShape(event, 'card'),
  authorDepartment: z.nullable(z.string()),
  creatorInfo: CreatorInfo,
  image: z.nullable(ImageRef),
  registrationStatus: RegistrationStatus,
  /**
   * The reader's position on the waiting list, starting at 1; null when not on it. A person on the waiting list is
   * `Unregistered`.
   */
  waitingPosition: z.nullable(z.int()),
  /** Null when the portal does not take registrations for the event. */
  registration: z.nullable(RegistrationInfo),
});
export type EventSummary = z.infer<typeof EventSummary>;

/** One date of a series, as the reader sees it. */
export const SeriesDate = z.object({
  id: z.uuid(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  /** Null for someone who is neither registered nor waiting. */
  status: z.nullable(z.enum(['Registered', 'Waiting'])),
  /** Whether the reader can register for it now. */
  isOpen: z.boolean(),
});
export type SeriesDate = z.infer<typeof SeriesDate>;

/**
 * A whole event. `preEventData` is for readers who may register. `postEventData` is null until the reader is registered
 * or the event is over. Source: decisions (what the sign-up card shows).
 */
export const PortalEvent = z.extend(EventSummary, {
  revisionId: RevisionId,
  components: ComponentTree,
  preEventData: z.nullable(ComponentTree),
  postEventData: z.nullable(ComponentTree),
  ...readerShape(event, 'page'),
  /**
   * The address at which people join online; null without one, after the event, and for readers who are not registered
   * for an event that takes registrations.
   */
  joinLink: z.nullable(z.string()),
  /** What those who were there earn. */
  credits: z.array(CreditLine),
  /**
   * Number of the proof that the reader was there, of which they can save the receipt; null without one, and where the
   * log of proofs has no key.
   */
  receipt: z.nullable(z.int()),
  /** All dates of the series that the event is one of, by start; absent without a series. */
  series: z.optional(z.array(SeriesDate)),
  /** True if the portal counts minutes that people watch; see `getOwnWatching`. */
  isWatched: z.optional(z.boolean()),
  /** The delegate who registered the reader; absent if they did themselves, or are not registered. */
  registeredBy: z.optional(z.string()),
});
export type PortalEvent = z.infer<typeof PortalEvent>;

/** A draft of an event, which may have no times yet. */
export const EventPreview = z.extend(PortalEvent, {
  startDate: z.nullable(z.iso.datetime()),
  endDate: z.nullable(z.iso.datetime()),
});
export type EventPreview = z.infer<typeof EventPreview>;

/** What a reader can currently do about an event. */
export type RegistrationPhase = 'NotOffered' | 'Open' | 'WaitingList' | 'Closed' | 'Ended';

/** Registration closes at its deadline. While it is open and the event is full, registering joins the waiting list. */
export function registrationPhase(event: Pick<EventSummary, 'endDate' | 'registration'>, now: Date): RegistrationPhase {
  if (now >= new Date(event.endDate)) return 'Ended';
  if (event.registration === null) return 'NotOffered';
  if (now >= new Date(event.registration.closesAt)) return 'Closed';
  return event.registration.spotsLeft === 0 ? 'WaitingList' : 'Open';
}

/**
 * `from` (inclusive) and `to` (exclusive) are instants; events that overlap the range match. `text` finds events that
 * contain all of its words; the last word can be a prefix. `offset` counts items and replaces `page`.
 */
export const EventsQuery = z.object({
  page: z.optional(queryInt(1, 1000)),
  offset: z.optional(queryInt(0, 10_000)),
  pageSize: z.optional(queryInt(1, MAX_PAGE_SIZE)),
  from: z.optional(OffsetInstantInput),
  to: z.optional(OffsetInstantInput),
  /** Matches any of these. */
  category: z.optional(queryList(Category, 20)),
  text: z.optional(ListText),
});
export type EventsQuery = z.infer<typeof EventsQuery>;

const EventParams = z.object({ eventId: z.uuid() });

export const listUpcomingEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events/upcoming',
  summary: 'Events that have not ended, earliest first',
  query: EventsQuery,
  response: page(EventSummary),
});
export const listPastEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events/past',
  summary: 'Events that have ended, latest first',
  query: EventsQuery,
  response: page(EventSummary),
});

/** One event in the calendar. */
export const CalendarEvent = z.object({
  id: z.uuid(),
  header: z.string(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  locationType: LocationType,
  registrationStatus: RegistrationStatus,
});
export type CalendarEvent = z.infer<typeof CalendarEvent>;

/** Days are `yyyy-MM-dd`, both inclusive, in `timeZone` (an IANA name, UTC by default). */
export const listCalendarEvents = endpoint({
  method: 'GET',
  path: '/api/v1/events/calendar-widget',
  summary: 'Events that overlap a range of days, by start time',
  query: z.object({
    startDate: DayInput,
    endDate: DayInput,
    timeZone: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.array(CalendarEvent),
});
export const getEvent = endpoint({
  method: 'GET',
  path: '/api/v1/events/:eventId',
  summary: 'One event with its components',
  params: EventParams,
  response: PortalEvent,
});
export const previewEvent = endpoint({
  method: 'GET',
  path: '/api/v1/events/:eventId/preview',
  summary: 'The draft of an event',
  access: 'studio',
  isHidden: true,
  params: EventParams,
  response: EventPreview,
});
/** When the event is full, puts the reader on the waiting list. Idempotent. */
export const setRegistration = endpoint({
  method: 'PUT',
  path: '/api/v1/events/:eventId',
  summary: 'Registers the reader for an event, or cancels the registration',
  params: EventParams,
  body: z.object({ registrationStatus: RegistrationStatus }),
  response: PortalEvent,
});
/**
 * The same for several dates of the series that the event is one of: `eventIds`, or all that have not started. Dates
 * that take no registrations now stay as they are.
 */
export const setSeriesRegistration = endpoint({
  method: 'PUT',
  path: '/api/v1/events/:eventId/series',
  summary: 'Registers the reader for the dates of a series, or cancels their registrations',
  params: EventParams,
  body: z.object({
    registrationStatus: RegistrationStatus,
    eventIds: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_SERIES_DATES))),
  }),
  /** `changed` are the dates whose registration changed, `waiting` how many of them are on a waiting list. */
  response: z.object({ event: PortalEvent, changed: z.array(z.uuid()), waiting: z.int() }),
});
export const inviteMe = endpoint({
  method: 'POST',
  path: '/api/v1/events/:eventId/invite-me',
  summary: 'Emails the reader a calendar invitation',
  params: EventParams,
});

/** URL of an event as an iCalendar file; the browser's token cookies authorize it. */
export function eventCalendarUrl(eventId: string): string {
  return `/media/events/${eventId}.ics`;
}
