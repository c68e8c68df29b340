import { useEffect, useEffectEvent } from 'react';
import { isMod } from '../canvas/keyLabel.ts';

/** Keyboard shortcuts that work anywhere in the editor unless a dialog is open. */
export function useEditorKeys(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = keys[event.key.toLowerCase()];
    if (!action || !isMod(event) || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
