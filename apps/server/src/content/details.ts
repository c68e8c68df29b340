import { z } from 'zod/mini';
import { detailShape } from '@portico/kinds/fieldSchemas';
import { fieldsOf, type ItemKind } from '@portico/kinds/items';
import { ownSchemas } from '@portico/kinds/itemSchemas';

/** Details of events, without the component trees. Without `timeZone`, an event is in the firm's. */
export const EventDetails = z.looseObject(detailShape(fieldsOf.event, ownSchemas));
export type EventDetails = z.infer<typeof EventDetails>;

export const ResourceDetails = z.looseObject(detailShape(fieldsOf.resource, ownSchemas));

export type ContentKind = ItemKind | 'asset';
