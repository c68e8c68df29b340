import { useEffect, useRef, useState } from 'react';
import { t } from '../../../../locale/text.ts';
import type { OpenConflict } from '../../session/sessionState.ts';
import { useActions } from '../CanvasContext.ts';

/** What has been on the screen for a shorter time doesn't count as seen. */
const SEEN_MS = 1000;

interface ConflictChoice {
  choose: (choice: 'mine' | 'theirs') => void;
  /** The last press came too soon after the versions had changed; nothing was chosen. */
  isTooSoon: boolean;
}

/** Choosing between two versions, of which `stored` may change while the editor looks at it. */
export function useConflictChoice({ key, mine }: OpenConflict, stored: unknown): ConflictChoice {
  const actions = useActions();
  const [isTooSoon, setIsTooSoon] = useState(false);
  const shown = useRef<{ since: number; save: number | null }>({ since: Infinity, save: null });
  const ownShownSince = useRef(Infinity);
  const own = JSON.stringify(mine);
  const both = own + JSON.stringify(stored);
  useEffect(() => {
    ownShownSince.current = performance.now();
  }, [own]);
  useEffect(() => {
    shown.current = { since: performance.now(), save: actions.latestSave() };
  }, [both, actions]);

  return {
    isTooSoon,
    choose: (choice) => {
      // Keeping the stored version keeps what was added to it, too.
      const since = choice === 'mine' ? shown.current.since : ownShownSince.current;
      const isSeen = performance.now() - since >= SEEN_MS && actions.latestSave() !== null;
      const save = isSeen ? shown.current.save : null;
      setIsTooSoon(save === null);
      if (save === null) return;
      actions.choose(key, choice, save);
      actions.announce(choice === 'mine' ? t('studio.keptMine') : t('studio.keptTheirs'));
    },
  };
}
