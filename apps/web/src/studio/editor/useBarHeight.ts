import { useLayoutEffect, useRef, type RefObject } from 'react';

/** How far below the bar the line with the caret stays, in pixels. */
const CARET_MARGIN = 12;

/** Makes the height of the bar known to what is below it: it depends on the width and on what the bar says. */
export function useBarHeight(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      if (!bar.current) return;
      style.setProperty('--studio-bar', `${bar.current.offsetHeight}px`);
      uncoverCaret(bar.current);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--studio-bar');
    };
  }, []);
  return bar;
}

/** Scrolls the page if the bar has grown over the line with the caret. */
function uncoverCaret(bar: HTMLElement): void {
  const { activeElement } = document;
  if (!activeElement?.closest('main [data-block-id], main [data-writes]')) return;
  const selection = getSelection();
  const isCaret = selection !== null && selection.rangeCount > 0 && activeElement.contains(selection.focusNode);
  const caret = isCaret ? selection.getRangeAt(0).getClientRects()[0] : undefined;
  const { top, bottom } = caret ?? activeElement.getBoundingClientRect();
  const covered = bar.getBoundingClientRect().bottom - top;
  if (covered > 0 && bottom > 0) window.scrollBy({ top: -covered - CARET_MARGIN, behavior: 'instant' });
}
