import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/** A ref for an element that appears where the focused one was: it takes the focus that would be lost. */
export function useLostFocus(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) element.current?.focus();
  }, []);
  return element;
}

/**
 * When one of `count` choices disappears with the focus in it, the next choice takes the focus, or the title of the
 * item if none is left.
 */
export function useFocusAfterChoice(count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const isFewer = count < before.current;
    before.current = count;
    if (!isFewer || document.activeElement !== document.body) return;
    const next =
      document.querySelector<HTMLElement>('main [data-choice]') ??
      document.querySelector<HTMLElement>('main h1[data-writes] [role=textbox]');
    next?.focus();
  }, [count]);
}
