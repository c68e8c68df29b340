import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { ListText, MAX_PAGE, page, queryInt } from '../base/paging.ts';
import { InsightPeriod } from './insights.ts';

const studio = { access: 'studio', isHidden: true } as const;

export const READERSHIP_PAGE_SIZE = 25;

/** Kinds of items whose readers are counted. */
export const ReadershipKind = z.enum(['news', 'event', 'resource', 'page', 'document']);
export type ReadershipKind = z.infer<typeof ReadershipKind>;

/**
 * A number of people between `least` and `most`: the same for one that is shown, and apart for one that could point to
 * single people. Sums have the sums of both.
 */
export const ShownCount = z.object({ least: z.int(), most: z.int() });
export type ShownCount = z.infer<typeof ShownCount>;

const Share = z.object({ readers: ShownCount, audience: z.int() });

export const ReadershipItem = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: ReadershipKind,
  publishedAt: z.iso.datetime(),
  /** How many people see it today; null until that is counted. */
  audience: z.nullable(z.int()),
  /** Readers of all days; who opened it on two days counts twice. */
  readers: ShownCount,
  /** The day with the largest share; null without readers. */
  best: z.nullable(z.extend(Share, { day: z.iso.date() })),
  /** Null for anything but documents. */
  downloads: z.nullable(ShownCount),
  /** People with a spot; null unless it is an event that takes registrations. */
  registrations: z.nullable(ShownCount),
  /** Of everyone who has confirmed or must; null unless it asks for a confirmation. */
  confirmations: z.nullable(z.object({ confirmed: ShownCount, people: z.int() })),
});
export type ReadershipItem = z.infer<typeof ReadershipItem>;

export const ReadershipSort = z.enum(['Readers', 'Share', 'Newest', 'Title']);
export type ReadershipSort = z.infer<typeof ReadershipSort>;

const Filters = z.object({
  days: InsightPeriod,
  kind: z.optional(ReadershipKind),
  text: z.optional(ListText),
  sort: z.optional(ReadershipSort),
});
export const ReadershipFilters = Filters;
export type ReadershipFilters = z.infer<typeof ReadershipFilters>;

export const listReadership = endpoint({
  method: 'GET',
  path: '/api/v1/studio/readership',
  summary: 'Published items that the caller may edit, with how many people read them in a period',
  ...studio,
  query: z.extend(Filters, { page: z.optional(queryInt(1, MAX_PAGE)) }),
  response: page(ReadershipItem),
});

export const ReadershipDay = z.extend(Share, { day: z.iso.date(), downloads: ShownCount });
export type ReadershipDay = z.infer<typeof ReadershipDay>;

export const ReadershipDaysQuery = z.object({ days: InsightPeriod });
export const ItemReadership = z.extend(ReadershipItem, {
  /** The page of readers; null for documents. */
  path: z.nullable(z.string()),
  /** Finished days in the firm’s time zone on which readers were shown it, the first one first. */
  days: z.array(ReadershipDay),
  /** Documents that it links to and that the caller may edit. */
  documents: z.array(z.object({ id: z.uuid(), title: z.string(), readers: ShownCount, downloads: ShownCount })),
});
export type ItemReadership = z.infer<typeof ItemReadership>;

export const getReadership = endpoint({
  method: 'GET',
  path: '/api/v1/studio/readership/:itemId',
  summary: 'How many people read an item on each day of a period',
  ...studio,
  params: z.object({ itemId: z.uuid() }),
  query: ReadershipDaysQuery,
  response: ItemReadership,
});

/** The list as a file, with the filters of the query. */
export const readershipExportPath = (format: 'csv' | 'xlsx', query = ''): string =>
  `/api/v1/studio/readership.${format}${query}`;
/** The days of an item as a file. */
export const readershipDaysExportPath = (itemId: string, format: 'csv' | 'xlsx', query = ''): string =>
  `/api/v1/studio/readership/${itemId}/days.${format}${query}`;
