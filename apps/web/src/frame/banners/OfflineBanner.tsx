import { ApiError } from '@portico/client/ApiError';
import { Banner } from '@portico/ui/Banner';
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isReachable } from '../../sign-in/isReachable.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';

const ASK_INTERVAL_MS = 15_000;

/**
 * A note that the server can't be reached, or that data on the page could not be refreshed, with the age of the data.
 * When the connection returns, the note disappears and all queries are refetched, except those whose `meta` has
 * `isFetchedOnce`. Queries with `isFrame` belong to the frame around the page, so their age doesn't count.
 * Source: TRUST B3.
 */
export function OfflineBanner() {
  const cache = useQueryClient();
  const isOnline = useIsOnline();
  const followCache = useCallback(
    // The cache also reports what happens while another component renders.
    (onChange: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const staleSince = useSyncExternalStore(followCache, () => oldestStale(cache));
  // Another page, with older or newer data, may be opened while offline.
  const loadedAt = useSyncExternalStore(followCache, () => oldestOfPage(cache));

  useEffect(() => {
    if (!isOnline)
      return () => void cache.invalidateQueries({ predicate: ({ meta }) => meta?.['isFetchedOnce'] !== true });
    return undefined;
  }, [cache, isOnline]);

  if (isOnline)
    return (
      staleSince > 0 && (
        <Banner tone="warning" isLive>
          {t('shared.notRefreshed')} {fromLabel(staleSince)}
        </Banner>
      )
    );
  return (
    <Banner tone="warning" isLive>
      {t('shared.offline')}
      {loadedAt > 0 && ` ${fromLabel(loadedAt)}`}
    </Banner>
  );
}

/** While the browser says that it is offline, asks the server, because browsers also say so on working connections. */
function useIsOnline(): boolean {
  const isHinted = useSyncExternalStore(followConnection, () => !navigator.onLine);
  const [isOffline, setIsOffline] = useState(false);
  useEffect(() => {
    if (!isHinted) return undefined;
    let isStopped = false;
    const ask = () => void isReachable().then((isUp) => isStopped || setIsOffline(!isUp));
    ask();
    const timer = setInterval(ask, ASK_INTERVAL_MS);
    return () => {
      isStopped = true;
      clearInterval(timer);
      setIsOffline(false);
    };
  }, [isHinted]);
  return !isOffline;
}

function fromLabel(epochMs: number): string {
  const instant = new Date(epochMs).toISOString();
  return t('shared.dataFrom', { day: newsDateLabel(instant), time: timeLabel(instant) });
}

const activeQueries = (cache: QueryClient) => cache.getQueryCache().findAll({ type: 'active' });

/** Time of the oldest data on the page, in epoch milliseconds; 0 if there is none. */
function oldestOfPage(cache: QueryClient): number {
  const times = activeQueries(cache)
    .filter(({ state, meta }) => state.data !== undefined && meta?.['isFrame'] !== true)
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? 0 : Math.min(...times);
}

/** Time of the oldest visible data that could not be refreshed, in epoch milliseconds; 0 if there is none. */
function oldestStale(cache: QueryClient): number {
  const stale = activeQueries(cache).filter(
    ({ state: { data, error } }) =>
      data !== undefined && error instanceof ApiError && (error.status === 0 || error.status >= 500),
  );
  return stale.length === 0 ? 0 : Math.min(...stale.map(({ state }) => state.dataUpdatedAt));
}

function followConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
