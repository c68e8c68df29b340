import type { Place, TreeName } from '@portico/contracts/studio/draft';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

const THRESHOLD = 4;
export const LINE = 3;
const EDGE = 60;

export interface Target {
  place: Place;
  line: DOMRect;
}

/**
 * Moves a component by mouse or touch: a line shows where it would land, Escape cancels. Keyboard shortcuts and menu
 * entries can do the same.
 */
export function useBlockDrag(onDrop: (id: string, place: Place) => void): {
  startDrag: (id: string, event: PointerEvent) => void;
  dropLine: DOMRect | null;
} {
  const [dropLine, setDropLine] = useState<DOMRect | null>(null);
  const drop = useRef(onDrop);
  useLayoutEffect(() => {
    drop.current = onDrop;
  });
  const startDrag = useCallback((id: string, start: PointerEvent) => {
    start.preventDefault();
    let target: Target | undefined;
    let isMoving = false;
    const move = (event: PointerEvent) => {
      isMoving ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > THRESHOLD;
      if (!isMoving) return;
      scrollNearEdge(event.clientY);
      target = targetAt(document.elementFromPoint(event.clientX, event.clientY), event.clientY, id);
      setDropLine(target?.line ?? null);
    };
    const end = (isDropped: boolean) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', cancel);
      window.removeEventListener('keydown', onKey, true);
      setDropLine(null);
      if (isDropped && target) drop.current(id, target.place);
    };
    const up = () => end(true);
    const cancel = () => end(false);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      cancel();
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', cancel);
    window.addEventListener('keydown', onKey, true);
  }, []);
  return { startDrag, dropLine };
}

function scrollNearEdge(y: number): void {
  if (y < EDGE + 60) window.scrollBy(0, -12);
  else if (y > window.innerHeight - EDGE) window.scrollBy(0, 12);
}

/**
 * The insertion place at height `y` in the list around an element: before or after a component, or in an empty list.
 * Never inside the component `movedId`.
 */
export function targetAt(element: Element | null, y: number, movedId?: string): Target | undefined {
  const list = element?.closest<HTMLElement>('[data-tree]');
  if (!list) return undefined;
  if (movedId !== undefined && list.closest(`[data-block-id="${CSS.escape(movedId)}"]`)) return undefined;
  const frames = [...list.children].filter(
    (child): child is HTMLElement => child instanceof HTMLElement && child.dataset['blockId'] !== undefined,
  );
  const index = frames.findIndex((frame) => {
    const box = frame.getBoundingClientRect();
    return y < box.top + box.height / 2;
  });
  const position = index === -1 ? frames.length : index;
  const before = frames[position - 1];
  const after = frames.slice(0, position).findLast((frame) => frame.dataset['blockId'] !== movedId);
  const box = list.getBoundingClientRect();
  const top = before ? before.getBoundingClientRect().bottom : (frames[0]?.getBoundingClientRect().top ?? box.top);
  return {
    place: {
      tree: list.dataset['tree'] as TreeName,
      parent:
        list.dataset['parent'] === undefined
          ? null
          : { id: list.dataset['parent'], slot: Number(list.dataset['slot'] ?? 0) },
      after: after?.dataset['blockId'] ?? null,
    },
    line: new DOMRect(box.left, top - LINE / 2, box.width, LINE),
  };
}
