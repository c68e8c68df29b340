import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { CommentMarks } from './CommentsContext.ts';
import { useLinkedThread, useThreads } from './useThreads.ts';

/** Open threads on the canvas. If the address names a thread, its component is selected once. */
export function useCommentMarks(itemId: string, show: (componentId: string) => void): CommentMarks {
  const { counts, threads } = useThreads(itemId);
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  const linkedThreadId = useLinkedThread();
  const linkedComponentId = threads.find(({ id }) => id === linkedThreadId)?.componentId ?? null;
  useEffect(() => {
    if (linkedComponentId !== null) latest.current(linkedComponentId);
  }, [linkedComponentId]);
  return useMemo(() => ({ counts, show: (id) => latest.current(id) }), [counts]);
}
