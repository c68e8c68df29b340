import { useEffect } from 'react';

/**
 * Fetches a chunk once the page is idle and the browser online, before it is needed, so that overlays stay out of the
 * first load. A failure is reported when the chunk is used.
 */
export function usePreloadWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stopped = new AbortController();
    const preload = () => {
      if (navigator.onLine) load().catch(() => undefined);
      else window.addEventListener('online', preload, { once: true, signal: stopped.signal });
    };
    const cancel = whenIdle(preload);
    return () => {
      cancel();
      stopped.abort();
    };
  }, [load]);
}

/** Returns a function that cancels the call. */
function whenIdle(call: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(call, 1500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(call, { timeout: 5000 });
  return () => cancelIdleCallback(handle);
}
