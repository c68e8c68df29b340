import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function to call before a change that adds or removes a bar above an element's content: the content then
 * stays where it is on the screen, so that nothing moves away from the pointer.
 */
export function useScrollAnchor(): (element: Element | null | undefined) => void {
  const kept = useRef<{ element: Element; bottom: number }>(undefined);
  useLayoutEffect(() => {
    const before = kept.current;
    kept.current = undefined;
    if (!before?.element.isConnected) return;
    const moved = before.element.getBoundingClientRect().bottom - before.bottom;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  });
  return useCallback((element) => {
    kept.current = element ? { element, bottom: element.getBoundingClientRect().bottom } : undefined;
  }, []);
}
