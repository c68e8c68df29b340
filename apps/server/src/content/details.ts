import { z } from 'zod/mini';
import { ComponentTree } from '@portico/kinds/content';
import { LocationType, MAX_JOIN_LINK, MAX_LOCATION, MAX_SPEAKER, MAX_SPEAKERS } from '@portico/contracts/events';
import { NotificationBanner } from '@portico/contracts/home';
import { DocumentFormat } from '@portico/kinds/media';
import { ContentPagePath } from '@portico/contracts/pages';
import { isWebAddress } from '@portico/kinds/safeHref';
import { isTimeZone } from '@portico/contracts/times';
import { uniqueBy } from '@portico/kinds/contentBase';
import { Widget } from '@portico/contracts/widgets';

const Instant = z.iso.datetime();
const filled = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));
const name = filled(200);

/**
 * Details of events. `registration` is absent when the portal does not take registrations; without `timeZone`, an event
 * is in the firm's.
 */
export const EventDetails = z.looseObject({
  locationType: LocationType,
  location: z.nullish(z.string().check(z.maxLength(MAX_LOCATION))),
  /** Empty when nobody can join online. Absent: the first link on the sign-up card of a virtual event. */
  joinLink: z.nullish(
    z.string().check(
      z.maxLength(MAX_JOIN_LINK),
      z.refine((link) => link === '' || isWebAddress(link), 'Not a web address, such as https://meet.example.com/room'),
    ),
  ),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  speakers: z.optional(z.array(filled(MAX_SPEAKER)).check(z.maxLength(MAX_SPEAKERS))),
  registration: z.nullish(
    z.object({
      /** Null or absent when there is no limit. */
      capacity: z.nullish(z.int().check(z.minimum(1), z.maximum(100_000))),
      /** Absent: registration closes when the event starts. */
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

/** Details of documents and assets. `fileId` is the id of a row of `files`. */
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

/** Details of the dashboard: its banner, and the widget bar beside every page; absent for the default widgets. */
export const HomeDetails = z.looseObject({
  notificationBanner: z.nullish(NotificationBanner),
  widgets: z.optional(
    z.array(Widget).check(
      z.maxLength(10),
      uniqueBy((widget) => widget.id, 'Two widgets have the same ID'),
    ),
  ),
});

export type ContentKind = 'news' | 'event' | 'resource' | 'page' | 'home' | 'document' | 'asset';

/** The shape of a revision's `details`, by kind. They can contain more, such as where an import found the item. */
export const detailsOf = {
  event: EventDetails,
  resource: ResourceDetails,
  document: FileDetails,
  asset: FileDetails,
  page: PageDetails,
  news: z.looseObject({}),
  home: HomeDetails,
} satisfies Record<ContentKind, z.ZodMiniType>;
