import { z } from 'zod/mini';
import { ComponentTree } from '@portico/kinds/content';
import { detailShape } from '@portico/kinds/fieldSchemas';
import { fieldsOf, type ItemKind } from '@portico/kinds/items';
import { schemasOf } from '@portico/kinds/itemSchemas';

/** Details of events. Without `timeZone`, an event is in the firm's. */
export const EventDetails = z.looseObject({
  ...detailShape(fieldsOf.event, schemasOf.event),
  preEventData: z.nullish(ComponentTree),
  postEventData: z.nullish(ComponentTree),
});
export type EventDetails = z.infer<typeof EventDetails>;

export const ResourceDetails = z.looseObject(detailShape(fieldsOf.resource, schemasOf.resource));
export type ResourceDetails = z.infer<typeof ResourceDetails>;

const { file, ...aboutFile } = detailShape(fieldsOf.document, schemasOf.document);
/** Details of documents and assets. */
export const FileDetails = z.looseObject({ ...aboutFile, ...file.shape });
export type FileDetails = z.infer<typeof FileDetails>;

export type ContentKind = ItemKind | 'asset';

/** The shape of a revision's `details`, by kind. They can contain more, such as where an import found the item. */
export const detailsOf = {
  event: EventDetails,
  resource: ResourceDetails,
  document: FileDetails,
  asset: FileDetails,
  page: z.looseObject(detailShape(fieldsOf.page, schemasOf.page)),
  news: z.looseObject(detailShape(fieldsOf.news, schemasOf.news)),
  home: z.looseObject(detailShape(fieldsOf.home, schemasOf.home)),
} satisfies Record<ContentKind, z.ZodMiniType>;
