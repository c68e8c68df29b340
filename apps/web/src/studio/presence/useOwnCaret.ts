import { useEffect } from 'react';
import type { DraftSession } from '../session/draftSession.ts';
import { areaOf, caretIn, TITLE } from './caretPlaces.ts';
import { ALL_FIELDS } from '../session/sessionState.ts';

/** Shows others where this editor is: in which component, the title or the settings, and where in its text. */
export function useOwnCaret(session: DraftSession): void {
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      const found = areaOf(activeElement);
      if (!found || !activeElement) return;
      const { key, area } = found;
      // The canvas reports the components.
      if (key === TITLE || key === ALL_FIELDS) session.focus(key);
      session.point(caretIn(area));
    };
    look();
    document.addEventListener('selectionchange', look);
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('selectionchange', look);
      document.removeEventListener('focusin', look);
    };
  }, [session]);
}
