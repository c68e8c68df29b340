import type { Query, QueryClient } from '@tanstack/react-query';
import { onTopic } from '../api/liveTopics.ts';

/** Areas of the calls that show content, as in `query()`. */
const contentAreas: ReadonlySet<unknown> = new Set([
  'home',
  'news',
  'events',
  'resources',
  'media',
  'pages',
  'categories',
  'search',
]);

/** Random delay, so that not all browsers refetch at once. */
const SPREAD_MS = 400;
/** An import publishes many items in a row: after a burst of refreshes, there is one per interval. */
const REFRESH_INTERVAL_MS = 5000;
const MAX_BURST = 4;

/**
 * Refetches the content, the menu and the reader's applications whenever they change. Returns a function that stops it.
 */
export function followContent(cache: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Time at which the next refresh would be due at a rate of one per interval. Source: generic cell rate algorithm. */
  let nextDue = 0;
  const stop = onTopic('content', () => {
    const wait = nextDue - (MAX_BURST - 1) * REFRESH_INTERVAL_MS - performance.now();
    timer ??= setTimeout(
      () => {
        timer = undefined;
        nextDue = Math.max(nextDue, performance.now()) + REFRESH_INTERVAL_MS;
        void cache.invalidateQueries({ predicate: ({ queryKey }: Query) => contentAreas.has(queryKey[0]) });
      },
      Math.max(Math.random() * SPREAD_MS, wait),
    );
  });
  const stops = (['menu', 'users'] as const).map((topic) =>
    onTopic(topic, () => {
      setTimeout(() => void cache.invalidateQueries({ queryKey: [topic] }), Math.random() * SPREAD_MS);
    }),
  );
  return () => {
    clearTimeout(timer);
    stop();
    for (const stopOne of stops) stopOne();
  };
}
