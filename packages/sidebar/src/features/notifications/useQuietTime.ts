import { useEffect, useEffectEvent, useState, useSyncExternalStore, type FocusEvent } from 'react';

export interface QuietTimeProps {
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
}

/**
 * Runs `onEnd` once nobody has pointed at something, or had the keyboard in it, for `ms`. The time stands still, and begins
 * anew, while somebody does or the tab is hidden. Put what it answers on the element.
 */
export function useQuietTime(ms: number, onEnd: () => void): QuietTimeProps {
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHidden = useSyncExternalStore(subscribe, () => document.visibilityState === 'hidden');
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
    // What was pressed with the mouse has the focus too, and keeps it for as long as nothing else is pressed.
    onFocus: (event) => setFocus(event.target.matches(':focus-visible')),
    onBlur: () => setFocus(false),
  };
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
