import { z } from 'zod/mini';
import { ComponentTree } from '@portico/kinds/content';
import { NotificationBanner } from '@portico/contracts/home';
import { MAX_CAPACITY, MAX_FILE_NAME, MAX_JOIN_LINK, MAX_WIDGETS } from '@portico/kinds/itemParts';
import { detailShape } from '@portico/kinds/fieldSchemas';
import { fieldsOf, type ItemKind } from '@portico/kinds/items';
import { DocumentFormat } from '@portico/kinds/media';
import { ContentPagePath } from '@portico/contracts/pages';
import { isWebAddress } from '@portico/kinds/safeHref';
import { isTimeZone } from '@portico/contracts/times';
import { nonEmptyText, uniqueBy } from '@portico/kinds/contentBase';
import { Widget } from '@portico/contracts/widgets';

const Instant = z.iso.datetime();

/**
 * Details of events. `registration` is absent when the portal does not take registrations; without `timeZone`, an event
 * is in the firm's.
 */
export const EventDetails = z.looseObject({
  ...detailShape(fieldsOf.event),
  /** Empty when nobody can join online. Absent: the first link on the sign-up card of a virtual event. */
  joinLink: z.nullish(
    z.string().check(
      z.maxLength(MAX_JOIN_LINK),
      z.refine((link) => link === '' || isWebAddress(link), 'Not a web address, such as https://meet.example.com/room'),
    ),
  ),
  timeZone: z.optional(z.string().check(z.refine(isTimeZone, 'Not a time zone'))),
  registration: z.nullish(
    z.object({
      /** Null or absent when there is no limit. */
      capacity: z.nullish(z.int().check(z.minimum(1), z.maximum(MAX_CAPACITY))),
      /** Absent: registration closes when the event starts. */
      closesAt: z.nullish(Instant),
    }),
  ),
  preEventData: z.nullish(ComponentTree),
  postEventData: z.nullish(ComponentTree),
});
export type EventDetails = z.infer<typeof EventDetails>;

export const ResourceDetails = z.looseObject(detailShape(fieldsOf.resource));
export type ResourceDetails = z.infer<typeof ResourceDetails>;

/** Details of documents and assets. `fileId` is the id of a row of `files`. */
export const FileDetails = z.looseObject({
  ...detailShape(fieldsOf.document),
  fileId: z.uuid(),
  fileName: nonEmptyText(MAX_FILE_NAME),
  format: DocumentFormat,
  bytes: z.int().check(z.nonnegative()),
});
export type FileDetails = z.infer<typeof FileDetails>;

export const PageDetails = z.looseObject({ ...detailShape(fieldsOf.page), path: ContentPagePath });
export type PageDetails = z.infer<typeof PageDetails>;

/** Details of the dashboard: its banner, and the widget bar beside every page; absent for the default widgets. */
export const HomeDetails = z.looseObject({
  ...detailShape(fieldsOf.home),
  notificationBanner: z.nullish(NotificationBanner),
  widgets: z.optional(
    z.array(Widget).check(
      z.maxLength(MAX_WIDGETS),
      uniqueBy((widget) => widget.id, 'Two widgets have the same ID'),
    ),
  ),
});

export type ContentKind = ItemKind | 'asset';

/** The shape of a revision's `details`, by kind. They can contain more, such as where an import found the item. */
export const detailsOf = {
  event: EventDetails,
  resource: ResourceDetails,
  document: FileDetails,
  asset: FileDetails,
  page: PageDetails,
  news: z.looseObject(detailShape(fieldsOf.news)),
  home: HomeDetails,
} satisfies Record<ContentKind, z.ZodMiniType>;
