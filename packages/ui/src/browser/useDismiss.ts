import { useEffect, useEffectEvent, type RefObject } from 'react';

/** The open floating parts, innermost last: only the last one responds to Escape. */
const floating: symbol[] = [];

export interface DismissOptions {
  /** Stays open when the focus moves outside: for panels that people read next to the page. */
  staysOnFocusLeave?: boolean;
}

/**
 * Closes a floating element (a menu, a pop-out) on Escape, on a press outside and when the focus moves outside. `ref`
 * contains the floating part and its trigger. Escape returns the focus to the trigger, the first button inside that has
 * `aria-expanded="true"`. Also works in a shadow tree, where focus changes never reach the document.
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
      // Events from inside the shadow tree reach the tree's own listener first.
      if (event.currentTarget !== tree && isInside(event, tree)) return;
      if (!(event.target instanceof Node) || isInside(event, ref.current)) return;
      // A press on a label inside focuses the dialog around it, which is not a way out.
      if (event.type === 'focusin' && event.target.contains(ref.current)) return;
      dismiss('outside');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || floating.at(-1) !== self) return;
      event.preventDefault();
      ref.current?.querySelector<HTMLElement>('[aria-expanded="true"]')?.focus();
      dismiss('escape');
    };
    const targets = new Set([document, tree]);
    floating.push(self);
    for (const target of targets) {
      target.addEventListener('pointerdown', leave);
      if (!staysOnFocusLeave) target.addEventListener('focusin', leave);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => {
      floating.splice(floating.indexOf(self), 1);
      for (const target of targets) {
        target.removeEventListener('pointerdown', leave);
        target.removeEventListener('focusin', leave);
      }
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [ref, isOpen, staysOnFocusLeave]);
}
