import { useState, type PointerEvent, type RefObject } from 'react';

/** Distance of two levels in CSS pixels, as in MenuEntries.module.css. */
const LEVEL_PX = 24;

/** A row that can be dragged. A list without levels has only level 1. */
interface DraggedRow {
  entry: { id: string };
  level: number;
}

/** Where the dragged entry would be dropped: before the row with this number, at about this level. */
interface Drag {
  id: string;
  row: number;
  level: number;
  startX: number;
  startLevel: number;
}

/**
 * Lets rows of `list` (its elements with `data-entry`) be dragged by a handle with a mouse, pen or finger: up and down
 * for the place, sideways for the level. `onDrop` is called once, unless the browser or Escape cancels the drag.
 */
export function useEntryDrag(
  list: RefObject<HTMLElement | null>,
  entries: readonly DraggedRow[],
  onDrop: (id: string, row: number, level: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  const rowAt = (y: number): number => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-entry]') ?? [])];
    const below = rows.findIndex((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below < 0 ? rows.length : below;
  };
  const cancel = () => setDrag(undefined);
  return {
    drag,
    handleOf: ({ entry: { id }, level }: DraggedRow) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const row = entries.findIndex((placed) => placed.entry.id === id);
        setDrag({ id, row, level, startX: event.clientX, startLevel: level });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.id !== id) return;
        const steps = Math.round((event.clientX - drag.startX) / LEVEL_PX);
        setDrag({ ...drag, row: rowAt(event.clientY), level: Math.max(1, drag.startLevel + steps) });
      },
      onPointerUp: () => {
        if (drag?.id === id) onDrop(id, drag.row, drag.level);
        cancel();
      },
      onPointerCancel: cancel,
    }),
  };
}
