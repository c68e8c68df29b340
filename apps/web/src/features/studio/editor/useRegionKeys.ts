import { useEffect, type RefObject } from 'react';
import { firstControl } from './firstControl.ts';

/**
 * F6 leads to the next part of the editor and Shift+F6 to the one before: the bar, the outline, the page and the panel.
 * Nobody has to go through everything on the page to publish it.
 */
export function useRegionKeys(editor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'F6' || event.ctrlKey || event.altKey || event.metaKey) return;
      if (document.querySelector('dialog[open], [aria-modal="true"]')) return;
      const regions = [...(editor.current?.querySelectorAll<HTMLElement>('header, aside, main') ?? [])];
      if (regions.length === 0) return;
      event.preventDefault();
      const current = regions.findIndex((region) => region.contains(document.activeElement));
      const step = event.shiftKey ? -1 : 1;
      enter(regions.at((Math.max(current, 0) + step) % regions.length)!);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [editor]);
}

/** On the page the selected component takes the focus. */
function enter(region: HTMLElement): void {
  const selected = region.querySelector<HTMLElement>('[data-block-id][tabindex="0"]');
  (selected ?? firstControl(region)).focus();
}
