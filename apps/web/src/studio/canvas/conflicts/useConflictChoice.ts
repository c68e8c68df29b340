import { useEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import type { OpenConflict } from '../../session/sessionState.ts';
import { useActions } from '../commands/CanvasContext.ts';

/** A version counts as seen only after it has been on the screen this long. */
const MIN_SEEN_MS = 1000;

interface ConflictChoice {
  choose: (choice: 'mine' | 'theirs') => void;
  /** The last press came too soon after a version changed; nothing was chosen. */
  isTooSoon: boolean;
}

/** Chooses between two versions; `stored` can change while the editor is looking at it. */
export function useConflictChoice({ key, mine }: OpenConflict, stored: unknown): ConflictChoice {
  const actions = useActions();
  const [isTooSoon, setIsTooSoon] = useState(false);
  const bothShownSince = useRef(Infinity);
  const ownShownSince = useRef(Infinity);
  const own = JSON.stringify(mine);
  const both = own + JSON.stringify(stored);
  useEffect(() => {
    ownShownSince.current = performance.now();
  }, [own]);
  useEffect(() => {
    bothShownSince.current = performance.now();
  }, [both]);

  return {
    isTooSoon,
    choose: (choice) => {
      // Keeping the stored version also keeps later additions to it, so only the editor's own version must have been
      // seen.
      const { current: since } = choice === 'mine' ? bothShownSince : ownShownSince;
      // The other person may have saved what is on the screen several times.
      const save = performance.now() - since >= MIN_SEEN_MS ? actions.latestSave() : null;
      setIsTooSoon(save === null);
      if (save === null) return;
      actions.choose(key, choice, save);
      const isThere = choice === 'mine' ? mine.do !== 'remove' : stored !== null;
      if (mine.do !== 'field' && isThere) actions.select(key, { caret: 'end' });
      actions.say(choice === 'mine' ? t('studio.keptMine') : t('studio.keptTheirs'));
    },
  };
}
