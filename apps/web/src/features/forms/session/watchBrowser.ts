/** Tells, for as long as the page is there, what becomes of its line and of its window. `asksBeforeLeaving`: closing it now would lose something. */
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
