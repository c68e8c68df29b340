import { useEffect, useEffectEvent, type KeyboardEvent, type RefObject } from 'react';
import { isMod } from '../canvas/keyLabel.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { isHandled } from '../text/isHandled.ts';
import { firstControl } from './firstControl.ts';

/** Keyboard shortcuts that work anywhere in the editor unless a dialog is open. */
export function useEditorKeys(keys: Record<string, () => void>): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const action = keys[event.key.toLowerCase()];
    if (!action || !isMod(event) || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => press(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Ctrl+Z and Ctrl+Y in the fields of a panel. The browser's own undo would bring back a text without others' words. */
export const historyKeys =
  ({ undo, redo }: Pick<DraftSession, 'undo' | 'redo'>) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const key = event.key.toLowerCase();
    if (isHandled(event) || !isMod(event) || event.altKey || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    if (key === 'z' && !event.shiftKey) undo();
    else redo();
  };

/**
 * F6 moves focus to the next region of the editor and Shift+F6 to the previous one: bar, files being added, outline,
 * page and panel. This way nobody has to tab through the whole page to publish it.
 */
export function useRegionKeys(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
      const regions = [...(editor.current?.querySelectorAll<HTMLElement>('header, [data-region], aside, main') ?? [])];
      if (regions.length === 0) return;
      event.preventDefault();
      // Files that are being added are a region within the bar.
      const current = regions.findLastIndex((region) => region.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      focusRegion(regions.at((Math.max(current, 0) + step) % regions.length)!);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [editor]);
}

/** Focuses the selected component if the region is the page, or else the first control. */
function focusRegion(region: HTMLElement): void {
  const selected = region.querySelector<HTMLElement>('[data-block-id][tabindex="0"]');
  (selected ?? firstControl(region)).focus();
}
