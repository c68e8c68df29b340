/** A background page is not painted. */
const MAX_WAIT_MS = 2000;

let painted: Promise<void> | undefined;

/**
 * Resolves after the page's first contentful paint, or after two seconds. Less important work waits for it, so that it
 * does not delay the first paint.
 */
export const afterFirstPaint = (): Promise<void> => (painted ??= waitForPaint());

function waitForPaint(): Promise<void> {
  const isKnown =
    typeof PerformanceObserver !== 'undefined' && PerformanceObserver.supportedEntryTypes.includes('paint');
  if (!isKnown) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'paint', buffered: true });
    setTimeout(resolve, MAX_WAIT_MS);
  });
}
