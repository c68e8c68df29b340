import { z } from 'zod/mini';
import { isStorable } from '@portico/kinds/content';
import { cleanText } from '@portico/kinds/typedText';
import { InstantInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { MAX_SERIES_DATES } from '../events.ts';
import { WatchingRule } from '../watching.ts';

const studio = { access: 'studio', isHidden: true } as const;
const EventParams = z.object({ itemId: z.uuid() });

export const DESK_PAGE_SIZE = 25;
export const ROSTER_PAGE_SIZE = 50;
export const MAX_REASON = 500;
/** More people than any check-in list, badges or one message can have. */
export const MAX_ROSTER = 10_000;
export const MAX_PRESSES = 1000;
export const MAX_MESSAGE_TITLE = 200;
export const MAX_MESSAGE = 5000;
/** People chosen one by one for a message. */
export const MAX_CHOSEN = 500;

const written = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength), z.refine(isStorable, 'Cannot be stored'));
const requiredText = (maxLength: number) =>
  written(maxLength).check(z.refine((text) => cleanText(text) !== '', 'Must not be empty'));

/** The status of a person at an event. `None` means that they never registered. */
export const RosterStatus = z.enum(['Registered', 'Waiting', 'Canceled', 'None']);
export type RosterStatus = z.infer<typeof RosterStatus>;

/**
 * People by status; `attended` counts everyone who was there, whatever their status, and `onlyWatching` those who
 * watched without having registered.
 */
export const RosterCounts = z.object({
  registered: z.int(),
  waiting: z.int(),
  canceled: z.int(),
  onlyWatching: z.int(),
  attended: z.int(),
});
export type RosterCounts = z.infer<typeof RosterCounts>;

/** An event as its organizers see it, as last published. */
export const DeskEvent = z.extend(RosterCounts, {
  id: z.uuid(),
  header: z.string(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  timeZone: z.string(),
  /** False once it was archived. */
  isLive: z.boolean(),
  /** Whether the portal takes registrations for it. */
  takesRegistrations: z.boolean(),
  /** Null when the number of spots is unlimited. */
  capacity: z.nullable(z.int()),
  /** The version to name when canceling the event. */
  version: z.int(),
  /** Whether it asks those who were there for a confirmation, and how many have given it. */
  asked: z.optional(z.object({ missing: z.int(), confirmed: z.int() })),
  /** What people must watch to be noted as there. */
  watching: z.optional(WatchingRule),
});
export type DeskEvent = z.infer<typeof DeskEvent>;

export const DeskWhen = z.enum(['Upcoming', 'Past']);
export type DeskWhen = z.infer<typeof DeskWhen>;

/** Upcoming events, the next one first, or past ones, the latest first. */
export const listDeskEvents = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events',
  summary: 'The events whose people the caller may manage, with numbers',
  ...studio,
  query: z.object({
    page: z.optional(queryInt(1, MAX_PAGE)),
    when: z.optional(DeskWhen),
    text: z.optional(ListText),
  }),
  response: page(DeskEvent),
});

/** Whether a person was there, as last recorded by anyone. */
const Attendance = z.object({
  isHere: z.boolean(),
  pressedAt: z.iso.datetime(),
  /** Null for an organizer who has been deleted. */
  pressedBy: z.nullable(z.string()),
});
export type Attendance = z.infer<typeof Attendance>;

export const RosterPerson = z.object({
  id: z.uuid(),
  /** The email address for people without a name. */
  name: z.string(),
  email: z.nullable(z.string()),
  isDisabled: z.boolean(),
  /** `None` for people who watched without having registered. */
  status: RosterStatus,
  /** Their position on the waiting list, starting at 1. */
  position: z.nullable(z.int()),
  /** They wait until an organizer gives them a spot. */
  isHeld: z.boolean(),
  /** When they registered, canceled, or began to watch. */
  since: z.iso.datetime(),
  /** The organizer who added them by hand, and why. */
  addedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The delegate who registered the person, or canceled for them. */
  actedBy: z.nullable(z.string()),
  /** Who ended the registration of a person who canceled; `Left` for people who left the firm. */
  canceledHow: z.nullable(z.enum(['Self', 'Organizer', 'Left'])),
  attendance: z.nullable(Attendance),
  /** Whole minutes that count so far, and checks; null for people who haven’t begun to watch. */
  watched: z.nullable(z.object({ minutes: z.int(), answered: z.int(), missed: z.int() })),
});
export type RosterPerson = z.infer<typeof RosterPerson>;

export const RosterFilter = z.enum(['Registered', 'Waiting', 'Canceled', 'Attended']);
export type RosterFilter = z.infer<typeof RosterFilter>;
export const RosterSort = z.enum(['Name', 'Date', 'Status']);
export type RosterSort = z.infer<typeof RosterSort>;

const RosterQuery = z.object({
  status: z.optional(RosterFilter),
  text: z.optional(ListText),
  /** `Status` by default: those with a spot by name, then the waiting list in its order, then who canceled last. */
  sort: z.optional(RosterSort),
});

export const getDeskEvent = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events/:itemId',
  summary: 'One event with its numbers',
  ...studio,
  params: EventParams,
  response: z.extend(DeskEvent, { mayCancel: z.boolean(), sendsMail: z.boolean() }),
});

export const listRoster = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events/:itemId/roster',
  summary: 'The people of an event',
  ...studio,
  params: EventParams,
  query: z.extend(RosterQuery, { page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(RosterPerson),
});

/** What a change of the roster did. */
export const RosterChange = z.object({
  id: z.uuid(),
  person: z.object({ id: z.uuid(), name: z.string() }),
  status: RosterStatus,
  /** People from the waiting list who got a spot through it. */
  promoted: z.array(z.string()),
  /** People with a spot, afterwards. */
  registered: z.int(),
  capacity: z.nullable(z.int()),
});
export type RosterChange = z.infer<typeof RosterChange>;

/**
 * `from` is the status that the organizer saw: if the person has another one by now, nothing changes. `id` identifies
 * the change: sending it again has no further effect. Throws `conflict`.
 */
export const changeRoster = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/roster',
  summary: 'Adds a person, gives them a spot, moves them to the waiting list, or removes them',
  ...studio,
  params: EventParams,
  body: z.object({
    id: z.uuid(),
    personId: z.uuid(),
    from: RosterStatus,
    to: z.enum(['Registered', 'Waiting', 'Canceled']),
    /** Required to add a person. */
    reason: z.optional(written(MAX_REASON)),
    /** Gives a spot even if none is free. */
    isAboveCapacity: z.optional(z.boolean()),
  }),
  response: RosterChange,
});

/** Throws `conflict` if the person has been changed since. */
export const undoRosterChange = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/roster/:changeId/undo',
  summary: 'Undoes a change of the roster',
  ...studio,
  params: z.object({ itemId: z.uuid(), changeId: z.uuid() }),
  response: RosterChange,
});

/** Everyone with a spot, on the waiting list or who canceled, by name, for check-in lists and printing. */
export const listCheckIn = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events/:itemId/check-in',
  summary: 'Everyone who may come to an event',
  ...studio,
  params: EventParams,
  response: z.object({ items: z.array(z.extend(RosterPerson, { familyName: z.string() })) }),
});

/**
 * Instants are on the clock of the device, which says with `sentAt` what time it has. For each person the last press
 * counts. The response has the outcome for each of them; `isOutdated` if another organizer pressed later.
 */
export const saveAttendance = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/attendance',
  summary: 'Records who is there',
  ...studio,
  params: EventParams,
  body: z.object({
    sentAt: InstantInput,
    presses: z
      .array(z.object({ personId: z.uuid(), isHere: z.boolean(), pressedAt: InstantInput }))
      .check(z.minLength(1), z.maxLength(MAX_PRESSES)),
  }),
  response: z.object({
    items: z.array(z.extend(Attendance, { personId: z.uuid(), name: z.string(), isOutdated: z.boolean() })),
  }),
});

/** People by status, or chosen one by one. */
const Recipients = z.object({
  statuses: z.array(RosterFilter).check(z.maxLength(4)),
  personIds: z.array(z.uuid()).check(z.maxLength(MAX_CHOSEN)),
});
export type Recipients = z.infer<typeof Recipients>;

/** Only people who see the event now can get a message about it. */
export const countRecipients = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/messages/count',
  summary: 'How many people a message would reach',
  ...studio,
  params: EventParams,
  body: Recipients,
  response: z.object({ people: z.int(), byMail: z.int(), names: z.array(z.string()) }),
});

/** Sends nothing, and throws `conflict`, if it would reach another number of people than `people`. */
export const sendRosterMessage = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/messages',
  summary: 'Sends people of an event a message, in the portal and by email',
  ...studio,
  params: EventParams,
  body: z.object({
    id: z.uuid(),
    to: Recipients,
    people: z.int(),
    title: requiredText(MAX_MESSAGE_TITLE),
    text: requiredText(MAX_MESSAGE),
  }),
  response: z.object({ people: z.int() }),
});

/**
 * Archives the event, and the given other dates of its series, and notifies everyone who is registered or waiting.
 * Throws `conflict`; nothing is canceled then.
 */
export const cancelDeskEvent = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/cancel',
  summary: 'Cancels an event and notifies its people',
  ...studio,
  params: EventParams,
  body: z.object({
    version: z.int(),
    note: written(MAX_MESSAGE),
    /** Dates of the same series, with their versions as last read. */
    others: z.optional(z.array(z.object({ id: z.uuid(), version: z.int() })).check(z.maxLength(MAX_SERIES_DATES))),
  }),
  /** Each person counts once. */
  response: z.object({ people: z.int() }),
});

/** A file with everyone on the roster. */
export const rosterExportPath = (itemId: string, format: 'csv' | 'xlsx') =>
  `/api/v1/studio/events/${itemId}/roster.${format}`;
