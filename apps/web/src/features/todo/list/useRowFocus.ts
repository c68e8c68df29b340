import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps keyboard focus in a list of tasks. When the focused row is removed, focus moves to the same part (`data-part`)
 * of the row now at its index. When rows are reordered, focus stays with its row. `ids` are the row ids in order. When
 * there are no rows, `list` must be a focusable element shown instead; a restored row gets the focus back.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: string[]): void {
  const last = useRef<{ id: string; index: number; part: string }>(undefined);

  useLayoutEffect(() => {
    const root = list.current;
    const remember = () => {
      const focused = document.activeElement;
      if (focused === root) return;
      const row = focused?.closest<HTMLElement>('[data-task]');
      const part = focused?.closest<HTMLElement>('[data-part]')?.dataset['part'];
      last.current =
        row && root?.contains(row) && part ? { id: row.dataset['task']!, index: indexOf(root, row), part } : undefined;
    };
    root?.addEventListener('focusin', remember);
    // Removing a row moves focus to the page, without a related target. Focus moved by the reader has one.
    const left = (event: FocusEvent) => {
      if (event.relatedTarget !== null) last.current = undefined;
    };
    root?.addEventListener('focusout', left);
    const pressed = (event: PointerEvent) => {
      if (!root?.contains(event.target as Node)) last.current = undefined;
    };
    document.addEventListener('pointerdown', pressed);
    return () => {
      document.removeEventListener('pointerdown', pressed);
      root?.removeEventListener('focusin', remember);
      root?.removeEventListener('focusout', left);
    };
  }, [list, ids.length === 0]); // oxlint-disable-line react-hooks/exhaustive-deps -- an empty list is another element

  const key = ids.join(' ');
  useLayoutEffect(() => {
    const target = last.current;
    if (!target || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
    const row =
      rows.find((candidate) => candidate.dataset['task'] === target.id) ??
      rows[Math.min(target.index, rows.length - 1)];
    if (rows.length === 0) list.current?.focus();
    else row?.querySelector<HTMLElement>(`[data-part="${target.part}"]`)?.focus();
  }, [list, key]);
}

function indexOf(root: HTMLElement, row: HTMLElement): number {
  return [...root.querySelectorAll('[data-task]')].indexOf(row);
}
