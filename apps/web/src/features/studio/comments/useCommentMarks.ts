import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { CommentMarks } from './CommentsContext.ts';
import { useAskedThread, useThreads } from './useThreads.ts';

/** Open threads on the canvas. The component of the thread that the address asks for is selected once. */
export function useCommentMarks(itemId: string, show: (componentId: string) => void): CommentMarks {
  const { counts, threads } = useThreads(itemId);
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  const askedId = useAskedThread();
  const asked = threads.find(({ id }) => id === askedId)?.componentId ?? null;
  useEffect(() => {
    if (asked !== null) latest.current(asked);
  }, [asked]);
  return useMemo(() => ({ counts, show: (id) => latest.current(id) }), [counts]);
}
