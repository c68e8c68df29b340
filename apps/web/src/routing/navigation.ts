import type { AnyRouter } from '@tanstack/react-router';

let isFocusWanted = false;
/** The focused element when the path began to change. */
let focusBefore: Element | null = null;

const isTextField = (element: Element | null) =>
  element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable="true"]');

/**
 * True once after each navigation to another path: the page's heading then takes the focus. False if the user moved to
 * another field while the page was loading: what they type belongs there.
 */
export function consumeFocusRequest(): boolean {
  const shouldFocus = isFocusWanted && !(document.activeElement !== focusBefore && isTextField(document.activeElement));
  isFocusWanted = false;
  focusBefore = null;
  return shouldFocus;
}

/** Requests focus for the next page's heading whenever the path changes. */
export function followNavigation(router: AnyRouter): void {
  router.subscribe('onBeforeNavigate', ({ pathChanged, fromLocation }) => {
    if (!fromLocation || !pathChanged) return;
    isFocusWanted = true;
    focusBefore = document.activeElement;
  });
}
