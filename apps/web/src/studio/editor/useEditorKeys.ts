import { useEffect, useEffectEvent, type RefObject } from 'react';
import { isMod } from '../canvas/keyLabel.ts';
import { firstControl } from './firstControl.ts';

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

/**
 * F6 moves focus to the next region of the editor and Shift+F6 to the previous one: bar, files being added, outline,
 * page and panel. This way nobody has to tab through the whole page to publish it.
 */
export function useRegionKeys(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
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
