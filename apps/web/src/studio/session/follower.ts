import { ApiError } from '@portico/client/ApiError';
import { STUDIO_PRESENCE_MS } from '@portico/contracts/studio/studio';
import type { SessionStore } from './sessionStore.ts';
import type { SessionCalls } from './sessionCalls.ts';
import { isSaved } from './sessionState.ts';
import { followed, opened, reloaded } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

interface FollowerDependencies {
  store: SessionStore;
  calls: Pick<SessionCalls, 'open' | 'follow'>;
  storage: UnsavedStorage;
  scheduleSave: () => void;
}

/** Fetches the changes of others, and reports where in the item this editor is. */
export function createFollower({ store, calls, storage, scheduleSave }: FollowerDependencies) {
  let focusedKey: string | null = null;
  let isStopped = false;

  /** Reads unsaved changes after the response, because the editor continues to type in the meantime. */
  async function reload(): Promise<void> {
    const item = await calls.open();
    const state = store.get();
    if (!state) store.set(opened(item, storage.read()));
    else store.set(reloaded(state, item));
  }

  async function follow(): Promise<void> {
    const before = store.get();
    if (!before || isStopped) return;
    try {
      const answer = await calls.follow({ since: before.sequence, focus: focusedKey });
      if (store.change((state) => followed(state, answer))?.isTooOld) await reload();
      const after = store.get();
      if (after && !isSaved(after)) scheduleSave();
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) store.change((state) => ({ ...state, isOffline: true }));
    }
  }

  const heartbeat = setInterval(() => void follow(), STUDIO_PRESENCE_MS);

  return {
    follow,
    /** Reloads the item if needed, and fetches the changes of others. */
    async refresh(): Promise<void> {
      const state = store.get();
      if (!state || state.isTooOld) await reload();
      scheduleSave();
      await follow();
    },
    focus(key: string | null): void {
      if (key === focusedKey) return;
      focusedKey = key;
      void follow();
    },
    /** Reports that this editor is leaving. */
    leave(): void {
      isStopped = true;
      clearInterval(heartbeat);
      const state = store.get();
      if (state) void calls.follow({ since: state.sequence, focus: null, isLeaving: true }).catch(() => undefined);
    },
  };
}
