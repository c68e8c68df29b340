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
/** An import publishes many items one after the other: after a few refreshes at once there is one in this time. */
const BETWEEN_MS = 5000;
const MAX_AT_ONCE = 4;

/** Fetches again what is shown when something else was published. Returns a function that stops it. */
export function followContent(cache: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When all refreshes so far would be over if they were BETWEEN_MS apart. Source: the generic cell rate algorithm. */
  let paidUntil = 0;
  const refresh = (loadedBefore: number) => {
    const isContent = ({ queryKey, state }: Query) =>
      contentKeys.has(queryKey[0]) && state.dataUpdatedAt < loadedBefore;
    void cache.invalidateQueries({ predicate: isContent });
  };
  const stop = onTopic('content', (isGap) => {
    if (isGap) return refresh(Date.now() - FRESH_MS);
    const wait = paidUntil - (MAX_AT_ONCE - 1) * BETWEEN_MS - Date.now();
    timer ??= setTimeout(
      () => {
        timer = undefined;
        paidUntil = Math.max(paidUntil, Date.now()) + BETWEEN_MS;
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
