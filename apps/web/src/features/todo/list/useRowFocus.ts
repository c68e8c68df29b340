import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in a list of tasks. When the row that had it goes, the row that takes its place gets it, at the same part
 * (`data-part`); when rows change places, it stays with its own. `ids` are those of the rows, in order. When there are none,
 * `list` is what stands there instead, which has to take the focus; a row that comes back gets it back.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: string[]): void {
  const last = useRef<{ id: string; place: number; part: string }>(undefined);

  useLayoutEffect(() => {
    const root = list.current;
    const note = () => {
      const focused = document.activeElement;
      if (focused === root) return;
      const row = focused?.closest<HTMLElement>('[data-task]');
      const part = focused?.closest<HTMLElement>('[data-part]')?.dataset['part'];
      last.current =
        row && root?.contains(row) && part ? { id: row.dataset['task']!, place: placeOf(root, row), part } : undefined;
    };
    root?.addEventListener('focusin', note);
    // The focus that a removed row had goes to the page; one that the person moves goes to another element.
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
      root?.removeEventListener('focusin', note);
      root?.removeEventListener('focusout', left);
    };
  }, [list, ids.length === 0]); // oxlint-disable-line react-hooks/exhaustive-deps -- an empty list is another element

  const key = ids.join(' ');
  useLayoutEffect(() => {
    const wanted = last.current;
    if (!wanted || (document.activeElement !== document.body && document.activeElement !== null)) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
    const row = rows.find((one) => one.dataset['task'] === wanted.id) ?? rows[Math.min(wanted.place, rows.length - 1)];
    if (rows.length === 0) list.current?.focus();
    else row?.querySelector<HTMLElement>(`[data-part="${wanted.part}"]`)?.focus();
  }, [list, key]);
}

function placeOf(root: HTMLElement, row: HTMLElement): number {
  return [...root.querySelectorAll('[data-task]')].indexOf(row);
}
