import { findComponent } from '@portico/authoring/tree/find';
import type { KeyboardEvent } from 'react';
import type { DraftSession } from '../session/draftSession.ts';
import { isHandled } from '../text/isHandled.ts';
import { moveFocus } from './BlockBody.tsx';
import type { CanvasController } from './useCanvas.ts';
import type { CommandName } from './commands/commands.ts';
import { isMod } from './keyLabel.ts';

const arrows: Record<string, { plain?: 'up' | 'down'; alt: CommandName; altShift?: CommandName }> = {
  ArrowUp: { plain: 'up', alt: 'moveUp' },
  ArrowDown: { plain: 'down', alt: 'moveDown' },
  ArrowRight: { alt: 'moveIn', altShift: 'nextColumn' },
  ArrowLeft: { alt: 'moveOut', altShift: 'previousColumn' },
};

/**
 * Keyboard shortcuts of the canvas. Moving works everywhere; shortcuts that would interfere with typing work only while
 * a component's frame has focus, not its text. Escape goes from the text to its frame, Enter goes back, and Alt+Enter
 * opens the properties.
 */
export function useCanvasKeys(session: DraftSession, canvas: CanvasController): (event: KeyboardEvent) => void {
  const { actions, run } = canvas;
  const onFrame = (event: KeyboardEvent, id: string): boolean => {
    const arrow = arrows[event.key];
    if (arrow?.plain) {
      moveFocus(id, arrow.plain);
      if (event.shiftKey) extend(actions, document.activeElement);
      return true;
    }
    if (event.key === 'Enter') enter(event.target as HTMLElement, id, actions);
    else if (event.key === 'Delete' || event.key === 'Backspace') run('remove');
    else if (event.key === '/' || event.key === 'Insert') openMenu(session, canvas, id);
    else if (event.key === 'Escape') actions.select(null);
    else return false;
    return true;
  };
  return (event) => {
    if (isHandled(event)) return;
    const target = event.target as HTMLElement;
    const frame = target.closest<HTMLElement>('[data-block-id]');
    const id = frame?.dataset['blockId'];
    const command = commandFor(event, target === frame);
    if (event.key === 'Enter' && event.altKey) actions.openProperties();
    else if (command === 'undo') session.undo();
    else if (command === 'redo') session.redo();
    else if (command) run(command);
    else if (!id) return;
    else if (target !== frame && event.key === 'Escape') leaveText(frame, id, actions);
    else if (target !== frame || !onFrame(event, id)) return;
    event.preventDefault();
  };
}

function commandFor(event: KeyboardEvent, isOnFrame: boolean): CommandName | 'undo' | 'redo' | undefined {
  const arrow = arrows[event.key];
  if (arrow && event.altKey) return event.shiftKey ? arrow.altShift : arrow.alt;
  if (!isMod(event)) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  if (key === 'y') return 'redo';
  if (key === 'd') return 'duplicate';
  if (isOnFrame && key === 'c') return 'copy';
  return isOnFrame && key === 'x' ? 'cut' : undefined;
}

/** Moves the caret into a component's text, or opens its properties if it has no text. */
function enter(frame: HTMLElement, id: string, actions: CanvasController['actions']): void {
  const hasText = [...frame.querySelectorAll('[role=textbox], td, th')].some(
    (text) => text.closest('[data-block-id]') === frame,
  );
  if (hasText) actions.select(id, { caret: 'end' });
  else actions.openProperties();
}

/** Clears the caret, so that Enter can set it again. */
function leaveText(frame: HTMLElement | null, id: string, actions: CanvasController['actions']): void {
  actions.select(id);
  frame?.focus();
}

function extend(actions: CanvasController['actions'], element: Element | null): void {
  const id = (element as HTMLElement | null)?.dataset['blockId'];
  if (id !== undefined) actions.select(id, { isExtended: true });
}

function openMenu(session: DraftSession, { actions }: CanvasController, id: string): void {
  const draft = session.getState()?.view;
  const found = draft && findComponent(draft, id);
  const frame = document.querySelector(`[data-block-id="${CSS.escape(id)}"]`);
  if (found && frame) actions.openInsertMenu({ ...found.place, after: id }, frame.getBoundingClientRect());
}
