import { z } from 'zod/mini';
import { endpoint } from './base/endpoint.ts';

/** Whether the reader has secret feed addresses. The addresses themselves are returned only when they are created. */
export const FeedStatus = z.object({
  createdAt: z.nullable(z.iso.datetime()),
  /** When a program last fetched one of the feeds. */
  lastReadAt: z.nullable(z.iso.datetime()),
});
export type FeedStatus = z.infer<typeof FeedStatus>;

/** Absolute addresses that open without sign-in for anyone who knows them. */
export const FeedAddresses = z.object({
  /** iCalendar: events that the person is registered for. */
  myEvents: z.url(),
  /** iCalendar: all events that the person may see. */
  allEvents: z.url(),
  /** Atom: the newest news that the person may see. */
  news: z.url(),
});
export type FeedAddresses = z.infer<typeof FeedAddresses>;

export const getFeeds = endpoint({
  method: 'GET',
  path: '/api/v1/feeds',
  summary: 'Whether the reader has secret feed addresses',
  response: FeedStatus,
});
export const createFeeds = endpoint({
  method: 'POST',
  path: '/api/v1/feeds',
  summary: 'Creates new secret feed addresses; earlier ones stop working',
  response: FeedAddresses,
});
export const revokeFeeds = endpoint({
  method: 'DELETE',
  path: '/api/v1/feeds',
  summary: 'Turns off the reader’s feed addresses',
});
