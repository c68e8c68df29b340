import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that calls another one once nothing is being pressed: what a press is about to reach must not move
 * away under the pointer.
 */
export function usePressEnd(): (callback: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<() => void>(undefined);
  const callLater = useCallback((callback: () => void) => {
    waiting.current = callback;
    // The click follows the release of the pointer, and on touch screens the change of focus, without a pause.
    if (isPressed.current) return;
    setTimeout(() => {
      waiting.current?.();
      waiting.current = undefined;
    });
  }, []);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      if (waiting.current) callLater(waiting.current);
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('pointerup', release, true);
    document.addEventListener('pointercancel', release, true);
    return () => {
      waiting.current = undefined;
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('pointerup', release, true);
      document.removeEventListener('pointercancel', release, true);
    };
  }, [callLater]);
  return callLater;
}
