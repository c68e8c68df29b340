import type { AnyRouter } from '@tanstack/react-router';

let isFocusWanted = false;

/** True once after each navigation to another path: the page's heading then takes the focus. */
export function takeFocusRequest(): boolean {
  const wanted = isFocusWanted;
  isFocusWanted = false;
  return wanted;
}

/** Asks the next page's heading to take the focus whenever the path changes. */
export function followNavigation(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
    if (fromLocation && pathChanged) isFocusWanted = true;
  });
}
