import { useEffect, useEffectEvent, type RefObject } from 'react';

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** How the shortcut is written for the person, and for screen readers. */
export const searchShortcut = () => ({ label: isApple() ? '⌘ K' : 'Ctrl K', keys: isApple() ? 'Meta+K' : 'Control+K' });

/**
 * Ctrl-K, and Cmd-K too, run `onPress` while the element of `ref` is there for the person: what lies behind an open dialog
 * is not. Source: DESIGN, shell.
 */
export function useSearchShortcut(ref: RefObject<HTMLElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        event.ctrlKey === event.metaKey ||
        event.altKey ||
        event.shiftKey ||
        event.defaultPrevented
      )
        return;
      if (!ref.current || ref.current.closest('[inert], [aria-hidden="true"]')) return;
      event.preventDefault();
      press();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [ref]);
}
