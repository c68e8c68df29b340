import type { StudioThread } from '@portico/contracts/studio/comments';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { threadsQuery } from './comments.queries.ts';

interface Threads {
  threads: StudioThread[];
  openCount: number;
  /** Open threads by component. */
  counts: ReadonlyMap<string, number>;
}

const none: StudioThread[] = [];

/** The threads of an open item; new comments by others appear automatically. */
export function useThreads(itemId: string): Threads {
  const { data } = useQuery(threadsQuery(itemId));
  useReloadOn('studio', threadsQuery(itemId));
  const threads = data?.items ?? none;
  return useMemo(() => {
    const open = threads.filter(({ isResolved }) => !isResolved);
    const counts = new Map<string, number>();
    for (const { componentId } of open)
      if (componentId !== null) counts.set(componentId, (counts.get(componentId) ?? 0) + 1);
    return { threads, openCount: open.length, counts };
  }, [threads]);
}

/** The id of the thread named in the address, as in links from notifications. */
export function useLinkedThread(): string | null {
  const search: Record<string, unknown> = useSearch({ strict: false });
  return typeof search['thread'] === 'string' ? search['thread'] : null;
}
