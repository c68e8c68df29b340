import type { QueryClient } from '@tanstack/react-query';

/**
 * Loads a query again when it was invalidated during its first load. Other loads are canceled and start again, but a
 * first one goes on, and its response can be older than the change. Returns the cache.
 */
export function reloadOutdated(cache: QueryClient): QueryClient {
  cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate' && event.query.state.data === undefined)
      void event.query.promise?.then(
        () => cache.invalidateQueries({ queryKey: event.query.queryKey }),
        () => undefined,
      );
  });
  return cache;
}
