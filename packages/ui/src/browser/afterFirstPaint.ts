/** For pages in the background, which are not painted. */
const MAX_HIDDEN_WAIT_MS = 2000;
/** For visible pages: a slow device can take several seconds, and should do nothing else in the meantime. */
const MAX_WAIT_MS = 10_000;

let painted: Promise<void> | undefined;

/**
 * Resolves after the page's first contentful paint, or after ten seconds (two if the page is in the background). Less
 * important work waits for it, so that it does not delay the first paint.
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
    setTimeout(resolve, document.visibilityState === 'hidden' ? MAX_HIDDEN_WAIT_MS : MAX_WAIT_MS);
  });
}
