import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What stands beside a page waits for it no longer than this. */
const MAX_WAIT_MS = 5000;
/** A page that has just been drawn asks in a moment. */
const SETTLED_MS = 200;

/** False until the page in view has what it asked the server for: on a slow line, what stands beside it would take its bandwidth. */
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
