import { insertAll } from '@portico/authoring/structure';
import type { ContentComponent } from '@portico/contracts/content';
import type { Place } from '@portico/contracts/studio/draft';
import { useCallback, useMemo, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { componentLabel } from '../kinds.ts';
import type { Dropped } from '../paste/dropped.ts';
import { droppedOf, tellDropped } from '../paste/droppedLabel.ts';
import type { IncomingFiles } from '../pickers/useIncomingFiles.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { ClipboardContent } from '../text/editorProps.ts';
import type { CanvasActions, Caret } from './CanvasContext.ts';
import { pasted } from './clipboard.ts';
import type { CommandName } from './commands/commands.ts';
import { placeMessage } from './commands/placeMessage.ts';
import { useBlockDrag } from './useBlockDrag.ts';
import { useCommands } from './commands/useCommands.ts';
import { useSelection, type Selection } from './useSelection.ts';

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
  /** What screen readers hear. */
  message: string;
  /** Where a dragged component would land, on the screen. */
  dropLine: DOMRect | null;
}

/** The state of the canvas and everything it does to the item. The selection is the tab's own. */
export function useCanvas(
  session: DraftSession,
  { bringFiles, bringPasted }: Pick<IncomingFiles, 'bringFiles' | 'bringPasted'>,
  openProperties: () => void,
): CanvasController {
  const [insertRequest, setInsertRequest] = useState<InsertRequest | null>(null);
  const [message, setMessage] = useState('');
  const { selection, select, selectAll, latest } = useSelection(session);

  const insert = useCallback(
    (
      components: ContentComponent[],
      place: Place,
      {
        caret,
        replaced,
        dropped = [],
      }: { caret?: Caret; replaced?: string | undefined; dropped?: readonly Dropped[] } = {},
    ) => {
      const draft = session.getState()?.view;
      if (!draft) return;
      const { changes, ...left } = insertAll(draft, components, place);
      const inserted = changes.flatMap((change) => (change.do === 'insert' ? change.component : []));
      tellDropped([...dropped, ...droppedOf(left)], inserted.length > 0 ? session.undo : undefined);
      const last = inserted.at(-1);
      if (!last) return;
      session.edit(replaced === undefined ? changes : [...changes, { do: 'remove', id: replaced }]);
      select(last.id, caret ? { caret } : {});
      setMessage(t('studio.saidInserted', { what: inserted.map(({ type }) => componentLabel(type)).join(', ') }));
    },
    [session, select],
  );

  const run = useCommands(session, { latest, selectAll, announce: setMessage });

  const { startDrag, dropLine } = useBlockDrag((id, place) => {
    session.edit([{ do: 'move', id, place }]);
    select(id);
    setMessage(placeMessage(session, [id]));
  });

  const actions = useMemo<CanvasActions>(
    () => ({
      edit: session.edit,
      select,
      insert,
      openInsertMenu: (place, anchor, replaced) => setInsertRequest({ place, anchor, replaced }),
      removeSelected: () => run('remove'),
      paste: (content: ClipboardContent, place, replaced) => {
        if (content.files.length > 0) {
          void bringFiles(content.files, place);
          return;
        }
        const { components, pictures, dropped } = pasted(content);
        insert(components, place, { caret: 'end', replaced, dropped });
        if (pictures.length > 0) void bringPasted(pictures);
      },
      bringFiles: (files, place, listId) => void bringFiles(files, place, listId),
      undo: session.undo,
      redo: session.redo,
      openProperties,
      startDrag,
      choose: session.choose,
      announce: setMessage,
    }),
    [session, select, insert, run, startDrag, openProperties, bringFiles, bringPasted],
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
