import { useEffect } from 'react';

/**
 * Fetches a chunk once the page is idle, before it is needed, so that overlays stay out of the first load. A failure is
 * reported when the chunk is used.
 */
export function usePreloadWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const preload = () => void load().catch(() => undefined);
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(preload, 1500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(preload, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, [load]);
}
