import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { firstControl } from './firstControl.ts';
import { isHandled } from '../text/isHandled.ts';

/**
 * The panel beside the page, and a function that brings the focus into it once it is drawn. A sheet takes the focus
 * itself.
 */
export function usePanelFocus(): [panel: RefObject<HTMLElement | null>, ask: () => void] {
  const panel = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0 && panel.current) firstControl(panel.current).focus();
  }, [asked]);
  const ask = useCallback(() => setAsked((count) => count + 1), []);
  return [panel, ask];
}

/** Escape leads from the panel back to the selected component, else to the page. */
export function leavePanel(event: KeyboardEvent, componentId: string | null): void {
  // Escape in an open list of choices closes that.
  if (event.key !== 'Escape' || isHandled(event) || event.target instanceof HTMLOptionElement) return;
  const frame = componentId === null ? null : `[data-block-id="${CSS.escape(componentId)}"]`;
  const target = (frame !== null && document.querySelector<HTMLElement>(frame)) || document.querySelector('main');
  event.preventDefault();
  target?.focus();
}
