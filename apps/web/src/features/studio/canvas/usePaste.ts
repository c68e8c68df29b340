import { newComponentId } from '@portico/authoring/newComponent';
import { findComponent } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/contracts/content';
import type { Draft, Place } from '@portico/contracts/studio/draft';
import { hashKey } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { componentsFromClipboard } from '../paste/componentsFromClipboard.ts';
import type { Dropped } from '../paste/dropped.ts';
import { paste } from '../paste/pasteReader.ts';
import type { IncomingFiles } from '../pickers/useIncomingFiles.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { CanvasActions, Caret } from './CanvasContext.ts';
import { copiedComponents } from './clipboard.ts';
import { excerpt } from './excerpt.ts';
import type { Selection } from './useSelection.ts';

export interface InsertOptions {
  caret?: Caret | undefined;
  replaced?: readonly string[];
  dropped?: readonly Dropped[];
  /** The selection stays where it is, because the editor has gone on. */
  isInBackground?: boolean;
}

interface PasteDependencies extends Pick<IncomingFiles, 'bringFiles' | 'bringPasted'> {
  latest: RefObject<Selection>;
  /** Returns what found a place. */
  insert: (components: ContentComponent[], place: Place, options: InsertOptions) => ContentComponent[];
}

/** Pasting into the canvas. What must be read first lands where it was pasted, whatever is written meanwhile. */
export function usePaste(
  session: DraftSession,
  { latest, insert, bringFiles, bringPasted }: PasteDependencies,
): CanvasActions['paste'] {
  const shown = useRef<DraftSession>(undefined);
  useLayoutEffect(() => {
    shown.current = session;
    return () => {
      shown.current = undefined;
    };
  }, [session]);

  return useCallback(
    (content, place, replaced) => {
      if (content.files.length > 0) return void bringFiles(content.files, place);
      const copied = copiedComponents(content.text ?? '');
      if (copied) {
        insert(copied, place, { caret: 'end', replaced: replaced === undefined ? [] : [replaced] });
        return;
      }
      let { view } = session.getState() ?? {};
      let { current } = latest.current;
      let former: ContentComponent[] = [];
      paste(content, {
        isPlainFirst: false,
        insert: (read) => {
          const draft = session.getState()?.view;
          if (!draft) return;
          const isInBackground = shown.current !== session || draft !== view || latest.current.current !== current;
          const { components, pictures, dropped } = componentsFromClipboard(content, newComponentId, read);
          const target = former.length > 0 ? targetAfter(draft, former) : targetNow(draft, place, replaced);
          former = insert(components, target?.place ?? place, { caret: 'end', ...target, dropped, isInBackground });
          view = session.getState()?.view;
          current = former.at(-1)?.id ?? current;
          if (pictures.length > 0) void bringPasted(pictures);
          // The item may have been left meanwhile.
          if (shown.current !== session) void session.flush();
        },
      });
    },
    [session, latest, insert, bringFiles, bringPasted],
  );
}

interface Target {
  place: Place;
  replaced?: string[];
}

/** Where a paste goes now: before what was written meanwhile in the empty text that it was to replace. */
function targetNow(draft: Draft, place: Place, replaced: string | undefined): Target {
  const found = replaced === undefined ? undefined : findComponent(draft, replaced);
  if (found && excerpt(found.component) !== '') return { place: found.place };
  if (place.parent && !findComponent(draft, place.parent.id)) return { place: endOf(draft, place.tree) };
  return { place, ...(found && { replaced: [found.component.id] }) };
}

/** Behind what an earlier try put in; that goes away unless somebody has written in it. */
function targetAfter(draft: Draft, former: readonly ContentComponent[]): Target | undefined {
  const found = former.flatMap(({ id }) => findComponent(draft, id) ?? []);
  const last = found.at(-1);
  if (!last) return undefined;
  // Saved components come back with their properties in another order.
  const untouched = new Set(former.map((component) => hashKey([component])));
  return {
    place: { ...last.place, after: last.component.id },
    replaced: found.flatMap(({ component }) => (untouched.has(hashKey([component])) ? component.id : [])),
  };
}

const endOf = (draft: Draft, tree: Place['tree']): Place => ({
  tree,
  parent: null,
  after: draft.trees[tree].at(-1)?.id ?? null,
});
