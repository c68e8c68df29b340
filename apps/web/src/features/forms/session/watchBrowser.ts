/**
 * Subscribes to connection and visibility changes for the life of the page. `asksBeforeLeaving` returns true if closing
 * the page now would lose data.
 */
export function watchBrowser({
  onOnline,
  onHidden,
  onVisible,
  asksBeforeLeaving,
}: {
  onOnline: () => void;
  onHidden: () => void;
  onVisible: () => void;
  asksBeforeLeaving: () => boolean;
}): void {
  window.addEventListener('online', onOnline);
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? onHidden : onVisible)());
  window.addEventListener('beforeunload', (event) => {
    if (asksBeforeLeaving()) event.preventDefault();
  });
}
