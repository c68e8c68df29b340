import { useEffect, useEffectEvent, type RefObject } from 'react';

/** What floats at the moment, the innermost last: only that one answers Escape. */
const floating: symbol[] = [];

/**
 * Closes something that floats (a menu, a pop-out) on Escape, on a press outside and when focus moves outside.
 * `ref` holds the floating part together with its trigger. On Escape focus goes back to the trigger, which is the
 * first button in there that carries `aria-expanded="true"`.
 */
export function useDismiss(ref: RefObject<HTMLElement | null>, isOpen: boolean, onDismiss: () => void): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return;
    const self = Symbol('floating');
    const leave = (event: Event) => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) dismiss();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || floating.at(-1) !== self) return;
      event.preventDefault();
      ref.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      dismiss();
    };
    floating.push(self);
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      floating.splice(floating.indexOf(self), 1);
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [ref, isOpen]);
}
