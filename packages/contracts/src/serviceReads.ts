import { z } from 'zod/mini';
import { page } from './base/paging.ts';
import { DocumentsQuery, PortalDocument } from './documents.ts';
import { EventsQuery, EventSummary, PortalEvent } from './events.ts';
import { NewsItem, NewsQuery, NewsSummary } from './news.ts';
import { Resource, ResourcesQuery, ResourceSummary } from './resources.ts';
import { SearchAnswer, SearchQuery } from './search/search.ts';

const aboutReader = { registrationStatus: true, waitingPosition: true } as const;

/** What other systems of the group can read with an API token: items for everyone, nothing about people. */
export const serviceReads = {
  'read:news': {
    path: '/service/v1/news',
    summary: 'News for everyone, a page at a time',
    query: NewsQuery,
    response: page(NewsSummary),
  },
  'read:events': {
    path: '/service/v1/events',
    summary: 'Events for everyone that have not ended, earliest first',
    query: EventsQuery,
    response: page(z.omit(EventSummary, aboutReader)),
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
  'read:search': {
    path: '/service/v1/search',
    summary: 'Search results among items for everyone, in groups',
    query: SearchQuery,
    response: SearchAnswer,
  },
} as const;

export type ServiceRead = keyof typeof serviceReads;

/** One item, with the scope that lists such items. */
export const serviceItems = {
  'read:news': {
    path: '/service/v1/news/:id',
    summary: 'One news item for everyone, with its components',
    response: NewsItem,
  },
  'read:events': {
    path: '/service/v1/events/:id',
    summary: 'One event for everyone, with its components, even if it has ended',
    response: z.omit(PortalEvent, aboutReader),
  },
  'read:resources': {
    path: '/service/v1/resources/:id',
    summary: 'One resource for everyone, with its components',
    response: Resource,
  },
  'read:documents': {
    path: '/service/v1/documents/:id',
    summary: 'One document for everyone, without its file',
    response: PortalDocument,
  },
} as const;

export type ServiceItem = keyof typeof serviceItems;
