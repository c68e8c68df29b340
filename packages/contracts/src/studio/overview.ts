import { z } from 'zod/mini';
import { InstantInput } from '../base/dayInputs.ts';
import { endpoint } from '../base/endpoint.ts';
import { StudioKind } from './draft.ts';

/** How many items of a group the overview names; it counts all. */
export const OVERVIEW_ITEMS = 5;
/** The longest period of the calendar: a month and the days around it. */
export const MAX_CALENDAR_DAYS = 62;
/** The maximum number of entries in the calendar. */
export const MAX_CALENDAR_ENTRIES = 500;

const OverviewItem = z.object({
  id: z.uuid(),
  kind: StudioKind,
  /** Empty until someone enters one. */
  title: z.string(),
  /** When it was changed, starts or ends; null in other groups. */
  at: z.nullable(z.iso.datetime()),
  /** The day by which it has to be reviewed; null in other groups. */
  reviewOn: z.nullable(z.iso.date()),
});
export type OverviewItem = z.infer<typeof OverviewItem>;

const Group = z.object({ total: z.int(), items: z.array(OverviewItem) });
export type OverviewGroup = z.infer<typeof Group>;

const CalendarEntry = z.object({
  itemId: z.uuid(),
  kind: StudioKind,
  title: z.string(),
  /** Readers begin to see the item or its next version, or stop seeing it. */
  what: z.enum(['Starts', 'Ends']),
  at: z.iso.datetime(),
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;

const studio = { access: 'studio', isHidden: true } as const;

export const getStudioOverview = endpoint({
  method: 'GET',
  path: '/api/v1/studio/overview',
  summary: 'What calls for attention among the items that the caller may open, by group',
  ...studio,
  response: z.object({
    Mine: Group,
    MyReviews: Group,
    Scheduled: Group,
    Ending: Group,
    Reviews: Group,
    BrokenLinks: Group,
  }),
});
export const listStudioCalendar = endpoint({
  method: 'GET',
  path: '/api/v1/studio/calendar',
  summary: `What readers begin and stop seeing from one instant until another, at most ${MAX_CALENDAR_DAYS} days later`,
  ...studio,
  query: z.object({ from: InstantInput, until: InstantInput }),
  response: z.object({ entries: z.array(CalendarEntry) }),
});
