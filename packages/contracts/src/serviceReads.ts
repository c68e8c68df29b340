import { z } from 'zod/mini';
import { page } from './base/paging.ts';
import { DocumentsQuery, PortalDocument } from './documents.ts';
import { EventsQuery, EventSummary } from './events.ts';
import { NewsQuery, NewsSummary } from './news.ts';
import { ResourcesQuery, ResourceSummary } from './resources.ts';

/** What other systems of the group read with an API token: items for everyone, without anything about a person. */
export const serviceReads = {
  'read:news': {
    path: '/service/v1/news',
    summary: 'News for everyone, a page at a time',
    query: NewsQuery,
    response: page(NewsSummary),
  },
  'read:events': {
    path: '/service/v1/events',
    summary: 'Events for everyone that are not over yet, the next one first',
    query: EventsQuery,
    response: page(z.omit(EventSummary, { registrationStatus: true, waitingPosition: true })),
  },
  'read:resources': {
    path: '/service/v1/resources',
    summary: 'Resources for everyone, a page at a time',
    query: ResourcesQuery,
    response: page(ResourceSummary),
  },
  'read:documents': {
    path: '/service/v1/documents',
    summary: 'Documents for everyone, a page at a time',
    query: DocumentsQuery,
    response: page(PortalDocument),
  },
} as const;

export type ServiceRead = keyof typeof serviceReads;
