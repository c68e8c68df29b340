import type { LiveTopic } from '@portico/contracts/stream';
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { onTopic } from './liveTopics.ts';

/**
 * Loads a query again whenever the stream names the topic. Unlike `refetch`, also when that happens during its first
 * load (`reloadOutdated`). A detail is a save of an open item, which no list shows.
 */
export function useReloadOn(topic: LiveTopic, { queryKey }: { queryKey: QueryKey }): void {
  const cache = useQueryClient();
  const reload = useEffectEvent(() => void cache.invalidateQueries({ queryKey }));
  useEffect(() => onTopic(topic, (detail) => void (detail ?? reload())), [topic]);
}
