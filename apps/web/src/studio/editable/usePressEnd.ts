import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs a callback once no pointer is pressed, so that a button does not move away before the
 * press on it ends.
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
