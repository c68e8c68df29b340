import { z } from 'zod/mini';
import { Category, ComponentTree, CreatorInfo } from './content.ts';
import { endpoint } from './endpoint.ts';
import { ImageRef } from './media.ts';

export const LocationType = z.enum(['InPerson', 'Virtual']);
export type LocationType = z.infer<typeof LocationType>;

/** An event as a card shows it. Instants are ISO 8601 in UTC; `header` is the title. Source: spec §3. */
export const EventSummary = z.object({
  id: z.uuid(),
  header: z.string(),
  description: z.string(),
  categories: z.array(Category),
  publishedAt: z.iso.datetime(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  locationType: LocationType,
  /** Where people meet; null for a virtual event or when it is not settled. */
  location: z.nullable(z.string()),
  authorDepartment: z.nullable(z.string()),
  creatorInfo: CreatorInfo,
  image: z.nullable(ImageRef),
});
export type EventSummary = z.infer<typeof EventSummary>;

export const PortalEvent = z.extend(EventSummary, { components: ComponentTree, speakers: z.array(z.string()) });
export type PortalEvent = z.infer<typeof PortalEvent>;

export const getEvent = endpoint({
  method: 'GET', path: '/api/v1/events/:eventId', summary: 'One event with its components',
  params: z.object({ eventId: z.uuid() }), response: PortalEvent,
});
