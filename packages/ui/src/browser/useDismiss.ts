import { useEffect, useEffectEvent, type RefObject } from 'react';

/** The open floating parts, the innermost last: only that one responds to Escape. */
const floating: symbol[] = [];

export interface DismissOptions {
  /** Focus may move outside while it stays open: for panels that the person reads beside the page. */
  staysOnFocusLeave?: boolean;
}

/**
 * Closes something that floats (a menu, a pop-out) on Escape, on a press outside and when focus moves outside.
 * `ref` holds the floating part together with its trigger. On Escape focus goes back to the trigger, which is the
 * first button in there that carries `aria-expanded="true"`. Works in a shadow tree too, whose inner focus moves
 * never reach the document.
 */
export function useDismiss(
  ref: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onDismiss: (reason: 'escape' | 'outside') => void,
  { staysOnFocusLeave = false }: DismissOptions = {},
): void {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (!isOpen) return;
    const self = Symbol('floating');
    const tree = ref.current?.getRootNode() ?? document;
    const isInside = (event: Event, node: Node | null) => node !== null && event.composedPath().includes(node);
    const leave = (event: Event) => {
      // Events in the shadow tree reach its own listener first.
      if (event.currentTarget !== tree && isInside(event, tree)) return;
      if (event.target instanceof Node && !isInside(event, ref.current)) dismiss('outside');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || floating.at(-1) !== self) return;
      event.preventDefault();
      ref.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      dismiss('escape');
    };
    const places = new Set([document, tree]);
    floating.push(self);
    for (const place of places) {
      place.addEventListener('pointerdown', leave);
      if (!staysOnFocusLeave) place.addEventListener('focusin', leave);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => {
      floating.splice(floating.indexOf(self), 1);
      for (const place of places) {
        place.removeEventListener('pointerdown', leave);
        place.removeEventListener('focusin', leave);
      }
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [ref, isOpen, staysOnFocusLeave]);
}
