import { useEffect, useEffectEvent, type RefObject } from 'react';

const isApple = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcut as shown to the user and announced to screen readers. */
export const searchShortcut = () => ({ label: isApple() ? '⌘ K' : 'Ctrl K', keys: isApple() ? 'Meta+K' : 'Control+K' });

/**
 * Ctrl-K and Cmd-K run `onPress` while the element of `ref` is reachable, not behind an open dialog. Source: DESIGN,
 * shell.
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
