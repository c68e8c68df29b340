import type { Query, QueryClient } from '@tanstack/react-query';
import { onTopic } from '../api/liveTopics.ts';

/** What pages show of items, by the first part of their keys in the cache. */
const contentKeys: ReadonlySet<unknown> = new Set([
  'home',
  'news',
  'events',
  'resources',
  'documents',
  'pages',
  'categories',
  'search',
]);

/** Not everybody asks at once. */
const SPREAD_MS = 400;
/** What was loaded this recently is not loaded again only because the connection has opened. */
const FRESH_MS = 30_000;
/** An import publishes many items in a row: after a burst of refreshes, there is one per interval. */
const REFRESH_INTERVAL_MS = 5000;
const MAX_BURST = 4;

/** Fetches again what is shown when something else was published. Returns a function that stops it. */
export function followContent(cache: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the next refresh would be due at one per interval. Source: generic cell rate algorithm. */
  let nextDue = 0;
  const refresh = (loadedBefore: number) => {
    const isContent = ({ queryKey, state }: Query) =>
      contentKeys.has(queryKey[0]) && state.dataUpdatedAt < loadedBefore;
    void cache.invalidateQueries({ predicate: isContent });
  };
  const stop = onTopic('content', (isGap) => {
    if (isGap) return refresh(Date.now() - FRESH_MS);
    const wait = nextDue - (MAX_BURST - 1) * REFRESH_INTERVAL_MS - Date.now();
    timer ??= setTimeout(
      () => {
        timer = undefined;
        nextDue = Math.max(nextDue, Date.now()) + REFRESH_INTERVAL_MS;
        refresh(Infinity);
      },
      Math.max(Math.random() * SPREAD_MS, wait),
    );
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
