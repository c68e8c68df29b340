import type { Query, QueryClient } from '@tanstack/react-query';
import { onTopic } from '../api/liveTopics.ts';

/** First parts of the cache keys of queries that show content. */
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

/** Random delay, so that not all browsers refetch at once. */
const SPREAD_MS = 400;
/** Data this fresh is not refetched just because the stream has reconnected. */
const FRESH_MS = 30_000;
/** An import publishes many items in a row: after a burst of refreshes, there is one per interval. */
const REFRESH_INTERVAL_MS = 5000;
const MAX_BURST = 4;

/** Refetches the content shown whenever something is published. Returns a function that stops it. */
export function followContent(cache: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the next refresh would be due at a rate of one per interval. Source: generic cell rate algorithm. */
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
