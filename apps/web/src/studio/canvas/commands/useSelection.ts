import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useScrollAnchor } from '../../editable/useScrollAnchor.ts';
import type { DraftSession } from '../../session/draftSession.ts';
import type { CanvasActions, CanvasView } from './CanvasContext.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  current: string | null;
  caretIn: CanvasView['caretIn'];
}
const NOTHING: Selection = { ids: new Set(), current: null, caretIn: null };

interface SelectionControl {
  selection: Selection;
  /** The current selection, for callbacks whose identity must not change with it. */
  latest: RefObject<Selection>;
  select: CanvasActions['select'];
  /** Selects exactly these components; the last one becomes the current one. */
  selectAll: (ids: readonly string[]) => void;
}

/** The selection on this tab's canvas. Other editors see where this editor is. */
export function useSelection(session: DraftSession): SelectionControl {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const latest = useRef(selection);
  const anchorScroll = useScrollAnchor();
  useLayoutEffect(() => {
    latest.current = selection;
  });
  const select = useCallback<CanvasActions['select']>(
    (id, { isExtended = false, caret } = {}) => {
      if (id !== latest.current.current) anchorScroll(id === null ? null : frameOf(id));
      setSelection((before) => {
        if (id === null) return NOTHING;
        const ids = isExtended ? rangeOf(before.current ?? id, id) : new Set([id]);
        return { ids, current: id, caretIn: caret ? { id, caret } : null };
      });
      session.focus(id);
    },
    [session, anchorScroll],
  );
  const selectAll = useCallback(
    (ids: readonly string[]) =>
      setSelection(ids.length === 0 ? NOTHING : { ids: new Set(ids), current: ids.at(-1)!, caretIn: null }),
    [],
  );
  return { selection, latest, select, selectAll };
}

const frameOf = (id: string) => document.querySelector(`[data-block-id="${CSS.escape(id)}"]`);

/** Ids of all frames from one component to another, in reading order. */
function rangeOf(from: string, to: string): Set<string> {
  const ids = [...document.querySelectorAll<HTMLElement>('[data-block-id]')].map((frame) => frame.dataset['blockId']!);
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((a, b) => a - b);
  return new Set(start === -1 ? [to] : ids.slice(start, end! + 1));
}
