import { insertAll } from '@portico/authoring/structure';
import { findComponent } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/contracts/content';
import type { Place } from '@portico/contracts/studio/draft';
import { showToast } from '@portico/ui/toasts';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import { componentLabel } from '../kinds.ts';
import type { Dropped } from '../paste/dropped.ts';
import { droppedOf, tellDropped } from '../paste/droppedLabel.ts';
import type { IncomingFiles } from '../pickers/useIncomingFiles.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { ClipboardContent } from '../text/editorProps.ts';
import type { CanvasActions, CanvasView, Caret } from './CanvasContext.ts';
import { outcomeOf, outermost, type CommandName } from './commands.ts';
import { copyToClipboard, pasted } from './clipboard.ts';
import { useBlockDrag } from './useBlockDrag.ts';

interface Selection {
  ids: ReadonlySet<string>;
  current: string | null;
  caretIn: CanvasView['caretIn'];
}
const NOTHING: Selection = { ids: new Set(), current: null, caretIn: null };

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
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [insertRequest, setInsertRequest] = useState<InsertRequest | null>(null);
  const [message, setMessage] = useState('');
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });

  const select = useCallback<CanvasActions['select']>(
    (id, { isExtended = false, caret } = {}) => {
      setSelection((before) => {
        if (id === null) return NOTHING;
        const ids = isExtended ? rangeOf(before.current ?? id, id) : new Set([id]);
        return { ids, current: id, caretIn: caret ? { id, caret } : null };
      });
      session.focus(id);
    },
    [session],
  );

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

  const run = useCallback(
    (name: CommandName) => {
      const draft = session.getState()?.view;
      if (!draft) return;
      const ids = outermost(draft, latest.current.ids);
      if (name === 'copy' || name === 'cut')
        copyToClipboard(ids.flatMap((id) => findComponent(draft, id)?.component ?? []));
      const outcome = outcomeOf(draft, name, ids);
      if (outcome.left) tellDropped(droppedOf(outcome.left), outcome.changes.length > 0 ? session.undo : undefined);
      if (outcome.changes.length === 0 && name !== 'copy') {
        setMessage(t('studio.saidNotPossible'));
        return;
      }
      if (outcome.changes.length > 0) session.edit(outcome.changes);
      setSelection(
        outcome.select.length === 0
          ? NOTHING
          : { ids: new Set(outcome.select), current: outcome.select.at(-1)!, caretIn: null },
      );
      setMessage(outcome.message || placeMessage(session, outcome.select));
      if (name === 'remove')
        showToast(outcome.message, { action: { label: t('studio.undo'), onPress: () => session.undo() } });
    },
    [session],
  );

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

/** All frames on the screen from one component to another, in reading order. */
function rangeOf(from: string, to: string): Set<string> {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-block-id]')].map((frame) => frame.dataset['blockId']!);
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  return new Set(start === -1 ? [to] : ids.slice(start, end! + 1));
}

/** Where a component is now, in words. */
function placeMessage(session: DraftSession, ids: string[]): string {
  const draft = session.getState()?.view;
  const found = draft && ids[0] !== undefined ? findComponent(draft, ids[0]) : undefined;
  if (!draft || !found) return '';
  const kind = componentLabel(found.component.type);
  const outer = found.place.parent && findComponent(draft, found.place.parent.id);
  const before = found.place.after === null ? undefined : findComponent(draft, found.place.after);
  const where = before
    ? t('studio.saidBehind', { kind, other: componentLabel(before.component.type) })
    : t('studio.saidFirst', { kind });
  return outer ? `${where} ${t('studio.saidIn', { other: componentLabel(outer.component.type) })}` : where;
}
