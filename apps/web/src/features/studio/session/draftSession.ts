import type { Change } from '@portico/contracts/studio/draft';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { edit, redo, undo } from './editing.ts';
import { createFollower } from './follower.ts';
import { createKeptState } from './keptState.ts';
import { retried } from './refusals.ts';
import { createSaver } from './saver.ts';
import type { SessionCalls } from './sessionCalls.ts';
import type { SessionState, Unsaved } from './sessionState.ts';
import { adopted, choose } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** Changes are sent this long after the last one. */
const SAVE_DELAY_MS = 800;

/** An item that is open in this tab: what is seen, and everything that keeps it in step with the server. */
export interface DraftSession {
  getState: () => SessionState | undefined;
  subscribe: (listener: () => void) => () => void;
  edit: (changes: readonly Change[], mergeKey?: string) => void;
  undo: () => void;
  redo: () => void;
  /** `shown` is the save after which the stored version was on the screen. */
  choose: (key: string, choice: 'mine' | 'theirs', shown: number) => void;
  /** Tells others where in the item this editor is. */
  focus: (key: string | null) => void;
  /** Resolves when everything is saved; false when that is not possible now. */
  flush: () => Promise<boolean>;
  /** Like `flush`, with what was refused before. */
  retry: () => Promise<boolean>;
  /** Takes what the server answered to publishing or archiving. */
  replace: (item: StudioItem) => void;
  /** Takes what another tab has left. Before the item is open, `storage` has it. */
  adopt: (left: Unsaved) => void;
  /** Opens the item again and looks for what others wrote. */
  refresh: () => Promise<void>;
  /** Resolves when nothing more is written, neither to the server nor to `storage`. */
  close: () => Promise<void>;
}

/** Opens an item. `storage` keeps what the server does not have yet. Call `close` when the page goes away. */
export function createDraftSession(calls: SessionCalls, storage: UnsavedStorage): DraftSession {
  const kept = createKeptState(storage);
  const saver = createSaver({ kept, save: calls.save, storage, refresh: () => follower.refresh() });
  const follower = createFollower({ kept, calls, storage, scheduleSave: () => saver.schedule(0) });

  return {
    getState: kept.get,
    subscribe: kept.subscribe,
    edit: (changes, mergeKey) => {
      if (!kept.get()?.item.allowed.includes('write')) return;
      kept.change((state) => edit(state, changes, { mergeKey, at: Date.now() }));
      saver.schedule(SAVE_DELAY_MS);
    },
    undo: () => {
      kept.change(undo);
      saver.schedule(SAVE_DELAY_MS);
    },
    redo: () => {
      kept.change(redo);
      saver.schedule(SAVE_DELAY_MS);
    },
    choose: (key, choice, shown) => {
      kept.change((state) => choose(state, key, choice, shown));
      saver.schedule(0);
    },
    focus: follower.focus,
    flush: saver.flush,
    retry: () => {
      kept.change(retried);
      return saver.flush();
    },
    replace: ({ draft: _draft, people: _people, sequence: _sequence, ...item }) => {
      kept.change((state) => ({ ...state, item }));
      void follower.follow();
    },
    adopt: (left) => {
      kept.change((state) => adopted(state, left));
      saver.schedule(0);
    },
    refresh: follower.refresh,
    close: async () => {
      saver.stop();
      follower.leave();
      if (kept.get()) await saver.save();
    },
  };
}
