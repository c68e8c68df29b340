import { useEffect } from 'react';
import { afterFirstInteraction } from './afterFirstInteraction.ts';

/**
 * Fetches a chunk before it is needed, so that overlays stay out of the first load. Waits for the first interaction or
 * three seconds, and until the page is idle and the browser online. A failure is reported only when the chunk is used,
 * which is tried even if the browser says that it is offline.
 */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    const stopped = new AbortController();
    const preload = () => {
      if (navigator.onLine) load().catch(() => undefined);
      else window.addEventListener('online', preload, { once: true, signal: stopped.signal });
    };
    void afterFirstInteraction().then(() => {
      if (stopped.signal.aborted) return;
      const cancel = whenIdle(preload);
      stopped.signal.addEventListener('abort', cancel);
    });
    return () => stopped.abort();
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
