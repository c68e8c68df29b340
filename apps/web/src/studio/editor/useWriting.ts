import { useEffect } from 'react';
import { usePressEnd } from '../editable/usePressEnd.ts';
import type { DraftSession } from '../session/draftSession.ts';

/** Editors read the characters from the page shortly after an input method has composed them. */
const COMPOSED_DELAY_MS = 60;

const FIELDS = 'input, select, textarea, [contenteditable="true"]';
/** Controls that act on the text that was left for them: dialogs, menus and the bar with Undo. */
const NEUTRAL = 'dialog, [role=dialog], [role=menu], [role=listbox], [popover], header';

/** What a control belongs to: a component's id, or what `data-writes` names; null for both versions of a conflict. */
function areaOf(element: Element | null): string | null {
  const area = element?.closest<HTMLElement>('[data-writes], [data-block-id], [data-choice]');
  return area?.dataset['writes'] ?? area?.dataset['blockId'] ?? null;
}

/** Reports to the session in which text this editor is writing. */
export function useWriting(session: DraftSession): void {
  const atPressEnd = usePressEnd();
  useEffect(() => {
    let writing: string | null = null;
    const look = () => {
      const { activeElement } = document;
      const area = areaOf(activeElement);
      if (area === null && activeElement?.closest(NEUTRAL)) return;
      const isWriting = area !== null && (area === writing || activeElement?.matches(FIELDS) === true);
      writing = isWriting ? area : null;
      session.write(writing);
    };
    // Showing both versions moves what is below them, possibly away from a press.
    const lookLater = () => atPressEnd(look);
    let composed: ReturnType<typeof setTimeout> | undefined;
    const startComposing = () => {
      clearTimeout(composed);
      session.compose(true);
    };
    const endComposing = () => {
      composed = setTimeout(() => session.compose(false), COMPOSED_DELAY_MS);
    };
    const listeners: Array<[keyof DocumentEventMap, () => void]> = [
      ['focusin', lookLater],
      ['focusout', lookLater],
      ['compositionstart', startComposing],
      ['compositionend', endComposing],
    ];
    for (const [type, listener] of listeners) document.addEventListener(type, listener, true);
    lookLater();
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener, true);
      clearTimeout(composed);
    };
  }, [session, atPressEnd]);
}
