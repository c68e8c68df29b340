import { useState, type DragEvent, type DragEventHandler } from 'react';
import type { CanvasActions } from './commands/CanvasContext.ts';
import { LINE, targetAt } from './useBlockDrag.ts';

interface FileDrop {
  dropLine: DOMRect | null;
  handlers: Partial<
    Record<'onDragOverCapture' | 'onDragLeaveCapture' | 'onDropCapture', DragEventHandler<HTMLElement>>
  >;
}

const NONE: FileDrop = { dropLine: null, handlers: {} };

export const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/**
 * Files dragged onto the canvas: a line shows where they would land. Handled in the capture phase, because text editors
 * would insert them after their text wherever they were dropped.
 */
export function useFileDrop({ addFiles }: Pick<CanvasActions, 'addFiles'>, isReadOnly: boolean): FileDrop {
  const [dropLine, setDropLine] = useState<DOMRect | null>(null);
  if (isReadOnly) return NONE;
  const intercept = (event: DragEvent): boolean => {
    if (!hasFiles(event)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    dropLine,
    handlers: {
      onDragOverCapture: (event) => {
        if (!intercept(event)) return;
        const target = targetOf(event);
        event.dataTransfer.dropEffect = target ? 'copy' : 'none';
        setDropLine(target?.line ?? null);
      },
      onDragLeaveCapture: () => setDropLine(null),
      onDropCapture: (event) => {
        if (!intercept(event)) return;
        setDropLine(null);
        const target = targetOf(event);
        if (target) addFiles([...event.dataTransfer.files], target.place, target.listId);
      },
    },
  };
}

function targetOf({ target, clientY }: DragEvent) {
  const element = target instanceof Element ? target : null;
  const list = element?.closest<HTMLElement>('[data-kind=FileList]');
  const id = list?.dataset['blockId'];
  const found = targetAt(element, clientY);
  if (!found || !list || id === undefined) return found && { ...found, listId: undefined };
  const { left, bottom, width } = list.getBoundingClientRect();
  return { place: { ...found.place, after: id }, line: new DOMRect(left, bottom - LINE, width, LINE), listId: id };
}
