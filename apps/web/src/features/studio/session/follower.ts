import { ApiError } from '@portico/client/ApiError';
import { STUDIO_PRESENCE_MS } from '@portico/contracts/studio/studio';
import type { KeptState } from './keptState.ts';
import type { SessionCalls } from './sessionCalls.ts';
import { isSaved } from './sessionState.ts';
import { followed, opened } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

interface FollowerDependencies {
  kept: KeptState;
  calls: Pick<SessionCalls, 'open' | 'follow'>;
  storage: UnsavedStorage;
  scheduleSave: () => void;
}

/** Brings in what others write, and tells them where in the item this editor is. */
export function createFollower({ kept, calls, storage, scheduleSave }: FollowerDependencies) {
  let focusedKey: string | null = null;
  let isStopped = false;

  /** What is unsaved is read after each answer, because the editor goes on writing meanwhile. */
  async function openAgain(): Promise<void> {
    const item = await calls.open();
    const state = kept.get();
    if (!state) kept.set(opened(item, storage.read()));
    else {
      const { inFlight, pending, conflicts, undo, redo, isKeptHere } = state;
      kept.set({ ...opened(item, { inFlight, pending, conflicts }), undo, redo, isKeptHere });
    }
  }

  async function follow(): Promise<void> {
    const before = kept.get();
    if (!before || isStopped) return;
    try {
      const answer = await calls.follow({ since: before.sequence, focus: focusedKey });
      if (kept.change((state) => followed(state, answer))?.isTooOld) await openAgain();
      const after = kept.get();
      if (after && !isSaved(after)) scheduleSave();
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) kept.change((state) => ({ ...state, isOffline: true }));
    }
  }

  const beat = setInterval(() => void follow(), STUDIO_PRESENCE_MS);

  return {
    follow,
    /** Opens the item again if need be, and looks for what others wrote. */
    async refresh(): Promise<void> {
      const state = kept.get();
      if (!state || state.isTooOld) await openAgain();
      scheduleSave();
      await follow();
    },
    focus(key: string | null): void {
      if (key === focusedKey) return;
      focusedKey = key;
      void follow();
    },
    /** Says that this editor leaves. */
    leave(): void {
      isStopped = true;
      clearInterval(beat);
      const state = kept.get();
      if (state) void calls.follow({ since: state.sequence, focus: null, isLeaving: true }).catch(() => undefined);
    },
  };
}
