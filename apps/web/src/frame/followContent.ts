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
const SPREAD_MS = 600;
/** What was loaded this recently is not loaded again only because the connection has opened. */
const FRESH_MS = 30_000;
/** An import publishes many items one after the other. */
const MIN_BETWEEN_MS = 5000;

/** Fetches again what is shown when something else was published. Returns a function that stops it. */
export function followContent(cache: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = 0;
  const refresh = (loadedBefore: number) => {
    const isContent = ({ queryKey, state }: Query) =>
      contentKeys.has(queryKey[0]) && state.dataUpdatedAt < loadedBefore;
    void cache.invalidateQueries({ predicate: isContent });
  };
  const stop = onTopic('content', (isGap) => {
    if (isGap) return refresh(Date.now() - FRESH_MS);
    timer ??= setTimeout(
      () => {
        timer = undefined;
        last = Date.now();
        refresh(Infinity);
      },
      Math.max(Math.random() * SPREAD_MS, last + MIN_BETWEEN_MS - Date.now()),
    );
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
