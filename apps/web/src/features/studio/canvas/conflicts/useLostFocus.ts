import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A ref for an element that appears where the focused one was: it takes the focus that would be lost. */
export function useLostFocus(): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) element.current?.focus();
  }, []);
  return element;
}
