import { z } from 'zod/mini';
import { DayInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { MAX_SERIES_DATES } from '../events.ts';
import { DeskEvent } from './eventsDesk.ts';
import { publishStudioItem } from './studio.ts';

const studio = { access: 'studio', isHidden: true } as const;
const EventParams = z.object({ itemId: z.uuid() });

export const MIN_SERIES_DATES = 2;
/** The last date of a series is at most that many years after the first one. */
export const MAX_SERIES_YEARS = 30;
export const MAX_SERIES_INTERVAL = 99;

/** As in RFC 5545, from the first day of an American week. */
export const Weekday = z.enum(['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']);
export type Weekday = z.infer<typeof Weekday>;
export const SeriesUnit = z.enum(['Day', 'Week', 'Month', 'Year']);
export type SeriesUnit = z.infer<typeof SeriesUnit>;
/** Which day of a month: that of the first date, its weekday counted from either end, or the last day. */
export const MonthDay = z.enum(['SameDay', 'SameWeekday', 'LastWeekday', 'LastDay']);
export type MonthDay = z.infer<typeof MonthDay>;

/** How an event repeats, counted from its own date, which is the first. It ends after `count` dates or on `until`. */
export const SeriesRule = z
  .object({
    unit: SeriesUnit,
    every: z.int().check(z.minimum(1), z.maximum(MAX_SERIES_INTERVAL)),
    /** For weeks. */
    weekdays: z.array(Weekday).check(z.maxLength(7)),
    /** For months and years. */
    monthDay: MonthDay,
    count: z.nullable(z.int().check(z.minimum(MIN_SERIES_DATES), z.maximum(MAX_SERIES_DATES))),
    until: z.nullable(DayInput),
  })
  .check(z.refine(({ count, until }) => (count === null) !== (until === null), 'Ends by its number or on a day'));
export type SeriesRule = z.infer<typeof SeriesRule>;

const SeriesDate = z.object({ startDate: z.iso.datetime(), endDate: z.iso.datetime() });

/** Stores nothing. Throws `invalid_input` with issues for a rule that the event's own date does not follow. */
export const previewSeries = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/series/preview',
  summary: 'The dates that an event would have as a series',
  ...studio,
  params: EventParams,
  body: z.object({ rule: SeriesRule }),
  response: z.object({ items: z.array(SeriesDate) }),
});

/** One date of a series, an event with people of its own. */
export const DeskSeriesDate = z.extend(DeskEvent, {
  /** When the rule has it; another time than `startDate` if it was moved. */
  originalDate: z.iso.datetime(),
});
export type DeskSeriesDate = z.infer<typeof DeskSeriesDate>;

export const DeskSeries = z.object({
  /** Null, without dates, while the event is not one of a series. */
  rule: z.nullable(SeriesRule),
  items: z.array(DeskSeriesDate),
  /** The latest change of several dates, while it can be undone: no date of it has changed or ended since. */
  undoable: z.nullable(
    z.object({
      id: z.uuid(),
      changedAt: z.iso.datetime(),
      /** Null for an organizer who has been deleted. */
      changedBy: z.nullable(z.string()),
      dates: z.int(),
    }),
  ),
});
export type DeskSeries = z.infer<typeof DeskSeries>;

export const getDeskSeries = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events/:itemId/series',
  summary: 'The series that an event is one date of, with the numbers of each date',
  ...studio,
  params: EventParams,
  response: DeskSeries,
});

/**
 * Publishes a copy of the event for each further date. `version` is the version of the event as last read. Throws
 * `conflict` for an event that is not published, has unpublished changes or is one of a series already, `invalid_input`
 * like `previewSeries`.
 */
export const createSeries = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/series',
  summary: 'Repeats a published event',
  ...studio,
  params: EventParams,
  body: z.object({ version: z.int(), rule: SeriesRule }),
  response: DeskSeries,
});

/** Which dates get the change of one date: those after it, or all others. Those that have ended stay as they were. */
export const SeriesScope = z.enum(['Following', 'All']);
export type SeriesScope = z.infer<typeof SeriesScope>;

const SeriesReach = z.object({
  /** Dates that change, without the one that is edited. */
  dates: z.int(),
  /** Those who are registered or wait for these dates or the edited one, each counted once. */
  people: z.int(),
  /** Dates with changes or a version that are not published yet, or that the caller may not publish: they stay. */
  skipped: z.int(),
  /** Dates in which something that the change is about was changed before. They keep that. */
  differing: z.int(),
});
export type SeriesReach = z.infer<typeof SeriesReach>;

/** Stores nothing. */
export const getSeriesChange = endpoint({
  method: 'GET',
  path: '/api/v1/studio/events/:itemId/series/change',
  summary: 'How many dates and people the unpublished changes of a date would concern',
  ...studio,
  params: EventParams,
  response: z.object({
    /** Null while nothing is changed that other dates could have, and for an event that is not one of a series. */
    reach: z.nullable(z.object({ Following: SeriesReach, All: SeriesReach })),
  }),
});

/**
 * Publishes the draft of a date now, and the same changes in other dates. `dates` is the number that the caller saw.
 * Throws like `publishStudioItem`, and `conflict` when other dates would change than the caller saw.
 */
export const publishSeriesChange = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/series/change',
  summary: 'Publishes the changes of a date, in other dates of its series too',
  ...studio,
  params: EventParams,
  body: z.extend(z.omit(publishStudioItem.body, { goesLiveAt: true }), { scope: SeriesScope, dates: z.int() }),
  response: z.object({ id: z.uuid(), dates: z.int() }),
});

/**
 * Publishes what readers saw of these dates before the change. Throws `conflict` if one of them has changed or ended
 * since.
 */
export const undoSeriesChange = endpoint({
  method: 'POST',
  path: '/api/v1/studio/events/:itemId/series/changes/:changeId/undo',
  summary: 'Undoes a change of several dates',
  ...studio,
  params: z.object({ itemId: z.uuid(), changeId: z.uuid() }),
  response: z.object({ dates: z.int() }),
});
