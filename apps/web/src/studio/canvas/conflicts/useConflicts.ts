import { findComponent } from '@portico/authoring/tree/find';
import { useEffect, useMemo, useState } from 'react';
import { isQuiet, type OpenConflict, type SessionState } from '../../session/sessionState.ts';
import type { CanvasActions, QuietConflict } from '../commands/CanvasContext.ts';
import { quietText } from './QuietNote.tsx';

// Typing changes the editor's own version of a conflict; a new array on each key would render every component again.

/** The conflicts that are shown. */
export function useOpenConflicts({ conflicts, writing }: SessionState): readonly OpenConflict[] {
  const open = conflicts.filter((conflict) => !isQuiet(conflict, writing));
  const [lastOpen, setLastOpen] = useState(open);
  const isSame = lastOpen.length === open.length && lastOpen.every((conflict, index) => conflict === open[index]);
  if (!isSame) setLastOpen(open);
  return isSame ? lastOpen : open;
}

/** The conflicts that wait until the editor leaves the text. New ones are announced. */
export function useQuietConflicts(
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
