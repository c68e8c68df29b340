import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Content next to a page waits at most this long for the page. */
const MAX_WAIT_MS = 5000;
/** A page that was just rendered may start its calls a moment later. */
const SETTLED_MS = 200;

/**
 * False until the visible page has loaded its data. On a slow connection, content next to the page would compete with
 * it for bandwidth.
 */
export function useDeferUntilPageLoads(): boolean {
  const [isOver, setIsOver] = useState(false);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const isFetching = useIsFetching({ predicate: ({ queryKey }) => queryKey[0] !== 'widgets' }) > 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setTimeout(() => setIsOver(true), isLoading || isFetching ? MAX_WAIT_MS : SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isOver, isLoading, isFetching]);
  return isOver;
}
