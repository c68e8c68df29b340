import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { firstControl } from './firstControl.ts';
import { isHandled } from '../text/isHandled.ts';

/**
 * A ref for the panel beside the page, and a function that focuses it once it is rendered. A sheet takes focus on its
 * own.
 */
export function usePanelFocus(): [panel: RefObject<HTMLElement | null>, requestFocus: () => void] {
  const panel = useRef<HTMLElement>(null);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    const element = panel.current?.querySelector<HTMLElement>('[data-properties]') ?? panel.current;
    if (requests > 0 && element) firstControl(element).focus();
  }, [requests]);
  const requestFocus = useCallback(() => setRequests((count) => count + 1), []);
  return [panel, requestFocus];
}

/** Escape moves focus from the panel back to the selected component, or else to the page. */
export function leavePanel(event: KeyboardEvent, componentId: string | null): void {
  // Escape in an open select closes its list.
  if (event.key !== 'Escape' || isHandled(event) || event.target instanceof HTMLOptionElement) return;
  const frame = componentId === null ? null : `[data-block-id="${CSS.escape(componentId)}"]`;
  const target = (frame !== null && document.querySelector<HTMLElement>(frame)) || document.querySelector('main');
  event.preventDefault();
  target?.focus();
}
