import { z } from 'zod/mini';
import { ComponentTree } from '@portico/contracts/content';
import { LocationType } from '@portico/contracts/events';
import { NotificationBanner } from '@portico/contracts/home';
import { DocumentFormat } from '@portico/contracts/media';
import { ContentPagePath } from '@portico/contracts/pages';
import { uniqueBy } from '@portico/contracts/contentBase';
import { Widget } from '@portico/contracts/widgets';
import type { ContentKind } from './publication.ts';
import { isTimeZone } from './timeZone.ts';

const Instant = z.iso.datetime();
const name = z.string().check(z.minLength(1), z.maxLength(200));

/** Where events take place unless they say otherwise. */
export const DEFAULT_TIME_ZONE = 'America/New_York';

/** What only events have. `registration` is absent for events that take none in the portal. */
export const EventDetails = z.looseObject({
  locationType: LocationType,
  location: z.nullish(z.string().check(z.maxLength(500))),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  speakers: z.optional(z.array(name).check(z.maxLength(100))),
  registration: z.nullish(
    z.object({
      /** Null or absent for as many as want to come. */
      capacity: z.nullish(z.int().check(z.minimum(1), z.maximum(100_000))),
      /** Absent: when the event starts. */
      closesAt: z.nullish(Instant),
    }),
  ),
  preEventData: z.nullish(ComponentTree),
  postEventData: z.nullish(ComponentTree),
});
export type EventDetails = z.infer<typeof EventDetails>;

export const ResourceDetails = z.looseObject({
  department: z.nullish(name),
  owner: z.nullish(name),
  reviewedAt: z.nullish(Instant),
});
export type ResourceDetails = z.infer<typeof ResourceDetails>;

/** What only documents and assets have. `fileId` names a row of `files`. */
export const FileDetails = z.looseObject({
  fileId: z.uuid(),
  fileName: z.string().check(z.minLength(1), z.maxLength(200)),
  format: DocumentFormat,
  bytes: z.int().check(z.nonnegative()),
  department: z.nullish(name),
});
export type FileDetails = z.infer<typeof FileDetails>;

export const PageDetails = z.looseObject({ path: ContentPagePath });
export type PageDetails = z.infer<typeof PageDetails>;

/** What only the dashboard has: its banner, and what the widget bar holds beside every page; absent for the usual widgets. */
export const HomeDetails = z.looseObject({
  notificationBanner: z.nullish(NotificationBanner),
  widgets: z.optional(
    z.array(Widget).check(
      z.maxLength(10),
      uniqueBy((widget) => widget.id, 'Two widgets have the same id'),
    ),
  ),
});

/** What `details` of a revision must look like, by kind; more than that may be in it, e.g. where an import found it. */
export const detailsOf: Record<ContentKind, z.ZodMiniType> = {
  event: EventDetails,
  resource: ResourceDetails,
  document: FileDetails,
  asset: FileDetails,
  page: PageDetails,
  news: z.looseObject({}),
  home: HomeDetails,
};
