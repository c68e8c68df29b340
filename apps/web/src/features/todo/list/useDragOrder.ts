import { useState, type PointerEvent, type RefObject } from 'react';

/** What is being dragged, and before which row it would come; null stands for the end. */
export interface Drag {
  id: string;
  beforeId: string | null;
  /** How far the row is from its place, in CSS pixels. */
  offset: number;
  startY: number;
}

/**
 * Rows of `list` (elements with `data-task`) that are dragged by a handle, with mouse, pen or finger. `onDrop` is told once,
 * when the row is let go at another place; a drag that the browser cancels does nothing.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, beforeId: string | null) => void,
) {
  const [drag, setDrag] = useState<Drag>();

  const placeAt = (y: number, id: string): string | null => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])].filter(
      (row) => row.dataset['task'] !== id,
    );
    const below = rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below?.dataset['task'] ?? null;
  };
  const nextOf = (id: string): string | null => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
    return rows[rows.findIndex((row) => row.dataset['task'] === id) + 1]?.dataset['task'] ?? null;
  };

  return {
    drag,
    handle: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, beforeId: nextOf(id), offset: 0, startY: event.clientY });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.id === id)
          setDrag({ ...drag, offset: event.clientY - drag.startY, beforeId: placeAt(event.clientY, id) });
      },
      onPointerUp: () => {
        if (drag?.id === id && drag.beforeId !== nextOf(id)) onDrop(id, drag.beforeId);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
