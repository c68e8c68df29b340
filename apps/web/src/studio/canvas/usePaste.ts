import { newComponentId } from '@portico/kinds/contentBase';
import { findComponent } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/kinds/content';
import type { ItemContent, Place } from '@portico/contracts/studio/draft';
import { hashKey } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import type { Dropped } from '@portico/authoring/conversion/dropped';
import { paste } from '../paste/pasteReader.ts';
import type { IncomingFiles } from '../pickers/useIncomingFiles.tsx';
import type { DraftSession } from '../session/draftSession.ts';
import type { ClipboardContent } from '../text/editorProps.ts';
import type { CanvasActions, Caret } from './commands/CanvasContext.ts';
import { copiedComponents } from './commands/clipboard.ts';
import { excerpt } from '../excerpt.ts';
import type { Selection } from './commands/useSelection.ts';

export interface InsertOptions {
  caret?: Caret | undefined;
  replaced?: readonly string[];
  dropped?: readonly Dropped[];
  /** The selection stays where it is, because the editor has moved on. */
  isInBackground?: boolean;
}

interface PasteDependencies extends Pick<IncomingFiles, 'addFiles' | 'addPastedPictures'> {
  latest: RefObject<Selection>;
  /** Returns the components that were inserted. */
  insert: (components: ContentComponent[], place: Place, options: InsertOptions) => ContentComponent[];
}

/**
 * Pastes into the canvas. Content that loads asynchronously lands where it was pasted, whatever is edited in the
 * meantime.
 */
export function usePaste(
  session: DraftSession,
  { latest, insert, addFiles, addPastedPictures }: PasteDependencies,
): CanvasActions['paste'] {
  const openSession = useRef<DraftSession>(undefined);
  useLayoutEffect(() => {
    openSession.current = session;
    return () => {
      openSession.current = undefined;
    };
  }, [session]);

  return useCallback(
    (content, place, { replaced, listId } = {}) => {
      const { files } = content;
      if (files.length > 0 && !mayBeRenderings(content)) return void addFiles(files, place, listId);
      const copied = copiedComponents(content.text ?? '');
      if (copied) {
        insert(copied, place, { caret: 'end', replaced: replaced === undefined ? [] : [replaced] });
        return;
      }
      let { view } = session.getState() ?? {};
      let { current } = latest.current;
      let inserted: ContentComponent[] = [];
      paste(content, {
        isPlainFirst: false,
        insert: (reader) => {
          const draft = session.getState()?.view;
          if (!draft) return;
          const isInBackground =
            openSession.current !== session || draft !== view || latest.current.current !== current;
          const { components, pictures, dropped } = reader.components(content, newComponentId);
          if (files.length > 0 && components.every(({ type }) => type === 'Image'))
            return void addFiles(files, place, listId);
          const target = inserted.length > 0 ? targetAfter(draft, inserted) : targetNow(draft, place, replaced);
          inserted = insert(components, target?.place ?? place, { caret: 'end', ...target, dropped, isInBackground });
          view = session.getState()?.view;
          current = inserted.at(-1)?.id ?? current;
          if (pictures.length > 0) void addPastedPictures(pictures);
          // The editor may have left the item in the meantime.
          if (openSession.current !== session) void session.flush();
        },
      });
    },
    [session, latest, insert, addFiles, addPastedPictures],
  );
}

/**
 * Whether the files can be pictures of what was copied, such as the cells that Excel or the selection that Word also
 * puts on the clipboard as HTML.
 */
function mayBeRenderings({ files, html, text = '' }: ClipboardContent): boolean {
  if (!files.every(({ type }) => type.startsWith('image/'))) return false;
  const words = text.trim();
  const isAboutPicture = URL.canParse(words) || files.some(({ name }) => name === words);
  return Boolean(html) || (words !== '' && !isAboutPicture);
}

interface Target {
  place: Place;
  replaced?: string[];
}

/** Where a paste goes now: before any text written in the meantime in the empty component it was meant to replace. */
function targetNow(draft: ItemContent, place: Place, replaced: string | undefined): Target {
  const found = replaced === undefined ? undefined : findComponent(draft, replaced);
  if (found && excerpt(found.component) !== '') return { place: found.place };
  if (place.parent && !findComponent(draft, place.parent.id)) return { place: endOf(draft, place.tree) };
  return { place, ...(found && { replaced: [found.component.id] }) };
}

/** After the components of an earlier attempt, which are replaced unless someone has edited them. */
function targetAfter(draft: ItemContent, inserted: readonly ContentComponent[]): Target | undefined {
  const found = inserted.flatMap(({ id }) => findComponent(draft, id) ?? []);
  const last = found.at(-1);
  if (!last) return undefined;
  // Saved components can come back with their properties in a different order.
  const untouched = new Set(inserted.map((component) => hashKey([component])));
  return {
    place: { ...last.place, after: last.component.id },
    replaced: found.flatMap(({ component }) => (untouched.has(hashKey([component])) ? component.id : [])),
  };
}

const endOf = (draft: ItemContent, tree: Place['tree']): Place => ({
  tree,
  parent: null,
  after: draft.trees[tree].at(-1)?.id ?? null,
});
