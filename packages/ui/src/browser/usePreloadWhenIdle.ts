import { useEffect } from 'react';

/**
 * Fetches a chunk once the page has come to rest, so that it is there before it is needed. Overlays are kept out of
 * the first load this way. A failure is left to the moment of use, which reports it.
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
