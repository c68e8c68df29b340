import { useState, type PointerEvent, type RefObject } from 'react';

/** The dragged task and the task it would be dropped before; null for the end of the list. */
export interface Drag {
  id: string;
  beforeId: string | null;
  /** Distance of the row from its original position, in CSS pixels. */
  offset: number;
  startY: number;
}

/**
 * Lets the reader drag rows of `list` (elements with `data-task`) by a handle, with a mouse, pen, or finger. Calls
 * `onDrop` once, when the row is dropped at another position. A drag that the browser cancels changes nothing.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, beforeId: string | null) => void,
) {
  const [drag, setDrag] = useState<Drag>();

  const taskBelow = (y: number, id: string): string | null => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])].filter(
      (row) => row.dataset['task'] !== id,
    );
    const below = rows.find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return y < top + height / 2;
    });
    return below?.dataset['task'] ?? null;
  };
  const taskAfter = (id: string): string | null => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-task]') ?? [])];
    return rows[rows.findIndex((row) => row.dataset['task'] === id) + 1]?.dataset['task'] ?? null;
  };

  return {
    drag,
    handle: (id: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, beforeId: taskAfter(id), offset: 0, startY: event.clientY });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag?.id === id)
          setDrag({ ...drag, offset: event.clientY - drag.startY, beforeId: taskBelow(event.clientY, id) });
      },
      onPointerUp: () => {
        if (drag?.id === id && drag.beforeId !== taskAfter(id)) onDrop(id, drag.beforeId);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
