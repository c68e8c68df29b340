import type { Change } from '@portico/contracts/studio/draft';
import type { StudioItem } from '@portico/contracts/studio/studio';
import { edit, redo, undo } from './editing.ts';
import { createFollower } from './follower.ts';
import { createSessionStore } from './sessionStore.ts';
import { retried } from './refusals.ts';
import { createSaver } from './saver.ts';
import type { Position, SessionCalls } from './sessionCalls.ts';
import { isShared, type SessionState, type Unsaved } from './sessionState.ts';
import { adoptUnsaved, choose } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';
import { writeIn } from './writing.ts';

/** An item open in this tab: its visible state, and everything that keeps it in sync with the server. */
export interface DraftSession {
  getState: () => SessionState | undefined;
  subscribe: (listener: () => void) => () => void;
  edit: (changes: readonly Change[], mergeKey?: string) => void;
  undo: () => void;
  redo: () => void;
  /** Resolves a conflict. `shown` is the number of the save whose stored version was on the screen. */
  choose: (key: string, choice: 'mine' | 'theirs', shown: number) => void;
  /** Shows others where in the item this editor is. */
  focus: (key: string | null) => void;
  /** Shows others where the caret of this editor is in the component or field they focus. */
  point: (caret: Position['caret']) => void;
  /** Reports where this editor is writing: a component's id, a field's key, `ALL_FIELDS`, or null. */
  write: (key: string | null) => void;
  /** Reports that an input method started or finished composing a character. */
  compose: (isComposing: boolean) => void;
  /** Resolves to true when everything is saved, or to false if that is not possible now. */
  flush: () => Promise<boolean>;
  /** Like `flush`, but also retries refused changes. */
  retry: () => Promise<boolean>;
  /** Applies the server's response to publishing or archiving. */
  replace: (item: StudioItem) => void;
  /** Takes over unsaved changes of another tab. Before the item is open, `storage` provides them. */
  adopt: (left: Unsaved) => void;
  /** Reloads the item if needed and fetches the changes of others. */
  refresh: () => Promise<void>;
  /** Takes over what the stream says that someone has saved, an `AnnouncedSave` as JSON. */
  hear: (detail: string) => void;
  /** Shows others that this tab is gone, such as when its page is closed. */
  sayLeaving: () => void;
  /** Resolves when nothing more will be written, either to the server or to `storage`. */
  close: () => Promise<void>;
}

/** Opens an item. `storage` holds changes the server does not have yet. Call `close` when the page is left. */
export function createDraftSession(calls: SessionCalls, storage: UnsavedStorage): DraftSession {
  const store = createSessionStore(storage);
  const saver = createSaver({
    store,
    save: (batch) => calls.save({ ...batch, ...follower.whereabouts() }),
    storage,
    refresh: () => follower.refresh(),
  });
  const follower = createFollower({ store, calls, storage, scheduleSave: saver.scheduleAfterPause });

  return {
    getState: store.get,
    subscribe: store.subscribe,
    edit: (changes, mergeKey) => {
      if (!store.get()?.item.allowed.includes('write')) return;
      store.change((state) => edit(state, changes, { mergeKey, at: performance.now() }));
      saver.scheduleEdit();
    },
    undo: () => {
      store.change(undo);
      saver.scheduleEdit();
    },
    redo: () => {
      store.change(redo);
      saver.scheduleEdit();
    },
    choose: (key, choice, shown) => {
      store.change((state) => choose(state, key, choice, shown));
      saver.scheduleNow();
    },
    focus: follower.focus,
    point: follower.point,
    sayLeaving: follower.sayLeaving,
    write: (key) => {
      store.change((state) => writeIn(state, key));
    },
    compose: (isComposing) => {
      const before = store.get();
      if (before?.isComposing === isComposing) return;
      store.change((state) => ({ ...state, isComposing }));
      // What others saved in the meantime was not applied.
      if (before && isShared(before) && !isComposing) void follower.follow();
    },
    flush: saver.flush,
    retry: () => {
      store.change(retried);
      return saver.flush();
    },
    replace: ({ draft: _draft, people: _people, sequence: _sequence, ...item }) => {
      store.change((state) => ({ ...state, item }));
      void follower.follow();
    },
    adopt: (left) => {
      store.change((state) => adoptUnsaved(state, left));
      saver.scheduleNow();
    },
    refresh: follower.refresh,
    hear: follower.hear,
    close: async () => {
      saver.stop();
      store.change((state) => ({ ...state, isComposing: false }));
      follower.leave();
      if (store.get()) await saver.save();
    },
  };
}
