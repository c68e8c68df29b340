import { findComponent } from '@portico/authoring/tree/find';
import type { Place } from '@portico/contracts/studio/draft';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { t } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';
import { isQuiet, type SessionState, type OpenConflict } from '../session/sessionState.ts';
import styles from './Canvas.module.css';
import {
  ActionsContext,
  BLOCK_KEYS_ID,
  ListContext,
  ViewContext,
  type CanvasView,
  type CanvasActions,
  type QuietConflict,
} from './commands/CanvasContext.ts';
import { CanvasList } from './CanvasList.tsx';
import { InsertMenu } from './InsertMenu.tsx';
import type { CanvasController } from './useCanvas.ts';
import { CommandContext } from './commands/useBlockCommands.ts';
import { useCanvasKeys } from './useCanvasKeys.ts';
import { useFileDrop } from './useFileDrop.ts';
import { quietText } from './conflicts/QuietNote.tsx';

interface CanvasProps {
  session: DraftSession;
  state: SessionState;
  canvas: CanvasController;
  children: ReactNode;
}

/** Provides the contexts that components need, and renders what floats above them. */
export function Canvas({ session, state, canvas, children }: CanvasProps) {
  const { actions, selection, insertRequest, dropLine } = canvas;
  const onKeyDown = useCanvasKeys(session, canvas);
  const others = useOthers(state);
  const { ids, current, caretIn } = selection;
  const conflicts = useOpenConflicts(state);
  const quiet = useQuietConflicts(state, actions);
  const isReadOnly = !state.item.allowed.includes('write');
  const view = useMemo<CanvasView>(
    () => ({ selected: ids, current, caretIn, conflicts, quiet, others, isReadOnly }),
    [ids, current, caretIn, conflicts, quiet, others, isReadOnly],
  );
  usePasteOnFrame(session, canvas);
  useMovedCaret(state, canvas);
  const files = useFileDrop(actions, isReadOnly);
  const line = dropLine ?? files.dropLine;
  return (
    <ActionsContext value={actions}>
      <CommandContext value={canvas.run}>
        <ViewContext value={view}>
          <p id={BLOCK_KEYS_ID} hidden>
            {t('studio.blockKeys')}
          </p>
          <div role="presentation" onKeyDown={isReadOnly ? undefined : onKeyDown} {...files.handlers}>
            <ListContext value={CanvasList}>{children}</ListContext>
          </div>
          {insertRequest && <InsertMenu request={insertRequest} onClose={canvas.closeInsertMenu} />}
          {line && <DropLine box={line} />}
          <VisuallyHidden role="status">{canvas.message}</VisuallyHidden>
        </ViewContext>
      </CommandContext>
    </ActionsContext>
  );
}

function DropLine({ box }: { box: DOMRect }) {
  const position = (element: HTMLDivElement | null) => {
    if (!element) return;
    element.style.left = `${box.left}px`;
    element.style.top = `${box.top}px`;
    element.style.width = `${box.width}px`;
    element.style.height = `${box.height}px`;
  };
  return <div ref={position} className={styles.dropLine} aria-hidden="true" />;
}

/** Who else is in which component. Memoized by content, because a new object would re-render every component. */
function useOthers({ people }: SessionState): ReadonlyMap<string, string[]> {
  const others = new Map<string, string[]>();
  for (const { isSelf, focus, name } of people)
    if (!isSelf && focus !== null) others.set(focus, [...(others.get(focus) ?? []), name]);
  const entries = JSON.stringify([...others]);
  return useMemo(() => new Map(JSON.parse(entries) as Array<[string, string[]]>), [entries]);
}

/** Returns the caret to the text in which the editor writes if someone else has moved it into another list. */
function useMovedCaret(
  { view, writing }: SessionState,
  { actions: { select }, selection: { current } }: Pick<CanvasController, 'actions' | 'selection'>,
): void {
  const follow = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    // A component that this editor inserts from there takes the caret.
    if (writing !== null && writing === current && isLost && findComponent(view, writing))
      select(writing, { caret: 'end' });
  });
  useLayoutEffect(() => follow(), [view]);
}

/** Pasting while a component's frame has focus inserts after that component. */
function usePasteOnFrame(session: DraftSession, { actions, selection }: CanvasController): void {
  const { current } = selection;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (
        event.defaultPrevented ||
        !event.clipboardData ||
        target?.closest('input, textarea, [contenteditable="true"]')
      )
        return;
      const draft = session.getState()?.view;
      if (!draft) return;
      const found = current === null ? undefined : findComponent(draft, current);
      const after = draft.trees.components.at(-1)?.id ?? null;
      const place: Place = found
        ? { ...found.place, after: found.component.id }
        : { tree: 'components', parent: null, after };
      event.preventDefault();
      const listId = found?.component.type === 'FileList' ? found.component.id : undefined;
      actions.paste(
        {
          html: event.clipboardData.getData('text/html'),
          text: event.clipboardData.getData('text/plain'),
          files: [...event.clipboardData.files],
        },
        place,
        { listId },
      );
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [session, actions, current]);
}

// Typing changes the editor's own version of a conflict; a new array on each key would render every component again.

/** The conflicts that are shown. */
function useOpenConflicts({ conflicts, writing }: SessionState): readonly OpenConflict[] {
  const open = conflicts.filter((conflict) => !isQuiet(conflict, writing));
  const [lastOpen, setLastOpen] = useState(open);
  const isSame = lastOpen.length === open.length && lastOpen.every((conflict, index) => conflict === open[index]);
  if (!isSame) setLastOpen(open);
  return isSame ? lastOpen : open;
}

/** The conflicts that wait until the editor leaves the text. New ones are announced. */
function useQuietConflicts(
  { base, conflicts, writing }: SessionState,
  { say }: Pick<CanvasActions, 'say'>,
): readonly QuietConflict[] {
  const found = conflicts
    .filter((conflict) => isQuiet(conflict, writing))
    .map(({ key, by, mine }): QuietConflict => ({
      key,
      by,
      isRemoved: mine.do === 'set' && !findComponent(base, key),
    }));
  const entries = JSON.stringify(found);
  const quiet = useMemo(() => JSON.parse(entries) as QuietConflict[], [entries]);
  const latest = quiet.at(-1);
  useEffect(() => {
    if (latest) say(quietText(latest));
  }, [latest, say]);
  return quiet;
}
