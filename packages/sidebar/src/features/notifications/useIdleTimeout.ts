import { useEffect, useEffectEvent, useState, useSyncExternalStore, type FocusEvent } from 'react';

export interface IdleTimeoutProps {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/**
 * Runs `onEnd` when an element has had neither pointer nor keyboard focus for `ms`. Interaction and hidden tabs
 * restart the time. Spread the returned props on the element.
 */
export function useIdleTimeout(ms: number, onEnd: () => void): IdleTimeoutProps {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHidden = useIsHidden();
  const end = useEffectEvent(onEnd);
  const isHeld = isPointedAt || hasFocus || isHidden;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(end, ms);
    return () => clearTimeout(timer);
  }, [isHeld, ms]);
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    // Mouse presses also set the focus, and keep it until something else is pressed.
    onFocus: (event) => setFocus(event.target.matches(':focus-visible')),
    onBlur: () => setFocus(false),
  };
}

/** Whether the tab is in the background. */
export const useIsHidden = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden');

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
