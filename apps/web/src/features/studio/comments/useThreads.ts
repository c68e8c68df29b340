import type { StudioThread } from '@portico/contracts/studio/comments';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { onTopic } from '../../../api/liveTopics.ts';
import { threadsQuery } from './comments.queries.ts';

interface Threads {
  threads: StudioThread[];
  openCount: number;
  /** Open threads by component. */
  counts: ReadonlyMap<string, number>;
}

const none: StudioThread[] = [];

/** The threads of an open item; what others say appears by itself. */
export function useThreads(itemId: string): Threads {
  const { data, refetch } = useQuery(threadsQuery(itemId));
  useEffect(() => onTopic('studio', () => void refetch()), [refetch]);
  const threads = data?.items ?? none;
  return useMemo(() => {
    const open = threads.filter(({ isResolved }) => !isResolved);
    const counts = new Map<string, number>();
    for (const { componentId } of open)
      if (componentId !== null) counts.set(componentId, (counts.get(componentId) ?? 0) + 1);
    return { threads, openCount: open.length, counts };
  }, [threads]);
}

/** The thread that the address asks for, as links of notifications do. */
export function useAskedThread(): string | null {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return typeof search['thread'] === 'string' ? search['thread'] : null;
}
