import { Banner } from '@portico/ui/Banner';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { newsDateLabel, timeLabel } from '../dates/dateLabels.ts';
import { t } from '../locale/text.ts';

/** Says quietly that there is no connection, and from when the data on screen is. It goes, and the data is refreshed, with the connection. */
export function OfflineBanner() {
  const cache = useQueryClient();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);

  useEffect(() => {
    if (!isOnline) return () => void cache.invalidateQueries();
    return undefined;
  }, [cache, isOnline]);

  if (isOnline) return null;
  const loadedAt = Math.max(0, ...cache.getQueryCache().findAll({ type: 'active' }).map((query) => query.state.dataUpdatedAt));
  const instant = new Date(loadedAt).toISOString();
  return (
    <Banner tone="warning" isLive>
      {t('shared.offline')}{loadedAt > 0 && ` ${t('shared.dataFrom', { day: newsDateLabel(instant), time: timeLabel(instant) })}`}
    </Banner>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
