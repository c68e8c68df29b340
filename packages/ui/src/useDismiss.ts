import { useEffect, type RefObject } from 'react';

/**
 * Closes something that floats (a menu, a pop-out) on Escape, on a press outside and when focus moves outside.
 * `ref` holds the floating part together with its trigger. On Escape focus goes back to the trigger, found by
 * `aria-expanded="true"`.
 */
export function useDismiss(ref: RefObject<HTMLElement | null>, isOpen: boolean, onDismiss: () => void): void {
  useEffect(() => {
    if (!isOpen) return;
    const isInside = (target: EventTarget | null) => target instanceof Node && (ref.current?.contains(target) ?? false);
    const onPointerDown = (event: PointerEvent) => {
      if (!isInside(event.target)) onDismiss();
    };
    const onFocusIn = (event: FocusEvent) => {
      if (!isInside(event.target)) onDismiss();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      ref.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      onDismiss();
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [ref, isOpen, onDismiss]);
}
