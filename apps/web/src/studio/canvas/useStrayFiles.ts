import { findComponent } from '@portico/authoring/tree/find';
import type { Place, TreeName } from '@portico/contracts/studio/draft';
import type { DragEvent } from 'react';
import type { DraftSession } from '../session/draftSession.ts';
import type { CanvasController } from './useCanvas.ts';
import { hasFiles } from './useFileDrop.ts';

/**
 * Handles files dropped outside the page, where the browser would open them and leave the editor: on an outline entry
 * they go after that component, elsewhere after the selected component or at the end.
 */
export function useStrayFiles(
  session: DraftSession,
  { actions, selection }: Pick<CanvasController, 'actions' | 'selection'>,
  trees: readonly TreeName[],
) {
  const placeOf = (target: Element): Place | undefined => {
    const state = session.getState();
    const [tree] = trees;
    if (!state?.item.allowed.includes('write') || !tree || isElsewhere(target)) return undefined;
    const id = target.closest<HTMLElement>('[data-entry]')?.dataset['entry'] ?? selection.current;
    const found = id === null ? undefined : findComponent(state.view, id);
    return found
      ? { ...found.place, after: found.component.id }
      : { tree, parent: null, after: state.view.trees[tree].at(-1)?.id ?? null };
  };
  return {
    onDragOver: (event: DragEvent<HTMLElement>) => {
      if (!isStray(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = placeOf(event.target as Element) ? 'copy' : 'none';
    },
    onDrop: (event: DragEvent<HTMLElement>) => {
      if (!isStray(event)) return;
      event.preventDefault();
      const place = placeOf(event.target as Element);
      if (place) actions.addFiles([...event.dataTransfer.files], place);
    },
  };
}

/** Files that no other control accepts. */
const isStray = (event: DragEvent): boolean =>
  hasFiles(event) && !event.defaultPrevented && !(event.target as Element).matches('input[type=file]');

/** A dialog covers the page, so files dropped on it are not for the page. */
const isElsewhere = (target: Element): boolean => target.closest('dialog, [role=dialog]') !== null;
