import { insertAll } from '@portico/authoring/structure';
import type { ContentComponent } from '@portico/kinds/content';
import type { Change, Place } from '@portico/contracts/studio/draft';
import { useCallback, useMemo, useState } from 'react';
import { t } from '../../locale/text.ts';
import { componentLabel } from '../componentKinds.ts';
import { droppedOf, reportDropped } from '../paste/droppedLabel.ts';
import type { IncomingFiles } from '../pickers/useIncomingFiles.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { CanvasActions } from './commands/CanvasContext.ts';
import type { CommandName } from './commands/commands.ts';
import { placeMessage } from './commands/placeMessage.ts';
import { useBlockDrag } from './useBlockDrag.ts';
import { useCommands } from './commands/useCommands.ts';
import { usePaste, type InsertOptions } from './usePaste.ts';
import { useSelection, type Selection } from './commands/useSelection.ts';

export interface InsertRequest {
  place: Place;
  anchor: DOMRect;
  replaced: string | undefined;
}

export interface CanvasController {
  actions: CanvasActions;
  selection: Selection;
  run: (name: CommandName) => void;
  insertRequest: InsertRequest | null;
  closeInsertMenu: () => void;
  /** What is announced to screen readers. */
  message: string;
  /** Where a dragged component would land, on the screen. */
  dropLine: DOMRect | null;
}

/** The state of the canvas and everything it does to the item. Each tab has its own selection. */
export function useCanvas(
  session: DraftSession,
  { addFiles, addPastedPictures }: Pick<IncomingFiles, 'addFiles' | 'addPastedPictures'>,
  openProperties: () => void,
): CanvasController {
  const [insertRequest, setInsertRequest] = useState<InsertRequest | null>(null);
  const [message, setMessage] = useState('');
  const { selection, select, selectAll, latest } = useSelection(session);

  const insertAt = useCallback(
    (
      components: ContentComponent[],
      place: Place,
      { caret, replaced = [], dropped = [], isInBackground = false }: InsertOptions,
    ): ContentComponent[] => {
      const draft = session.getState()?.view;
      if (!draft) return [];
      const { changes, ...left } = insertAll(draft, components, place);
      const inserted = changes.flatMap((change) => (change.do === 'insert' ? change.component : []));
      reportDropped([...dropped, ...droppedOf(left)], inserted.length > 0 ? session.undo : undefined);
      const last = inserted.at(-1);
      if (!last) return [];
      session.edit([...changes, ...replaced.map((id): Change => ({ do: 'remove', id }))]);
      if (!isInBackground) select(last.id, caret ? { caret } : {});
      setMessage(t('studio.saidInserted', { what: inserted.map(({ type }) => componentLabel(type)).join(', ') }));
      return inserted;
    },
    [session, select],
  );
  const paste = usePaste(session, { latest, insert: insertAt, addFiles, addPastedPictures });

  const run = useCommands(session, { latest, selectAll, say: setMessage });

  const { startDrag, dropLine } = useBlockDrag((id, place) => {
    session.edit([{ do: 'move', id, place }]);
    select(id);
    setMessage(placeMessage(session, [id]));
  });

  const actions = useMemo<CanvasActions>(
    () => ({
      edit: session.edit,
      select,
      insert: (components, place, { caret, replaced } = {}) =>
        void insertAt(components, place, { caret, replaced: replaced === undefined ? [] : [replaced] }),
      openInsertMenu: (place, anchor, replaced) => setInsertRequest({ place, anchor, replaced }),
      removeSelected: () => run('remove'),
      paste,
      addFiles: (files, place, listId) => void addFiles(files, place, listId),
      undo: session.undo,
      redo: session.redo,
      openProperties,
      startDrag,
      choose: session.choose,
      compare: () => session.write(null),
      latestSave: () => {
        const state = session.getState();
        return state && !state.isTooOld ? state.sequence : null;
      },
      say: setMessage,
    }),
    [session, select, insertAt, paste, run, startDrag, openProperties, addFiles],
  );
  return {
    actions,
    selection,
    run,
    insertRequest,
    closeInsertMenu: () => setInsertRequest(null),
    message,
    dropLine,
  };
}
