import { ApiError } from '@portico/client/ApiError';
import { STUDIO_PRESENCE_MS, type AnnouncedSave } from '@portico/contracts/studio/studio';
import type { SessionStore } from './sessionStore.ts';
import type { Position, SessionCalls } from './sessionCalls.ts';
import { isSaved, isShared } from './sessionState.ts';
import { announced, followed, opened, reloaded, wholeSaves, type HeardSave } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** How long a caret must have moved until others see it, unless a save takes it along. */
const CARET_DELAY_MS = 250;

interface FollowerDependencies {
  store: SessionStore;
  calls: Pick<SessionCalls, 'open' | 'follow'>;
  storage: UnsavedStorage;
  scheduleSave: () => void;
}

/** Fetches the changes of others, and reports where in the item this editor is. */
export function createFollower({ store, calls, storage, scheduleSave }: FollowerDependencies) {
  let position: Position = { focus: null, caret: null };
  /** The position that others have seen or are about to see. */
  let reported = position;
  let isStopped = false;
  /** What others have saved after the last save that this tab has seen, unless it was fetched in the meantime. */
  let heard: HeardSave[] = [];
  let caretTimer: ReturnType<typeof setTimeout> | undefined;

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
    reported = position;
    try {
      const answer = await calls.follow({ since: before.sequence, ...position });
      if (store.change((state) => followed(state, answer))?.isTooOld) await reload();
      const after = store.get();
      if (after && !isSaved(after)) scheduleSave();
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) store.change((state) => ({ ...state, isOffline: true }));
    }
  }

  async function refresh(): Promise<void> {
    const state = store.get();
    if (!state || state.isTooOld) await reload();
    scheduleSave();
    await follow();
  }

  /**
   * Applies what was heard, once neither a save is under way, whose answer has it too, nor a character is composed. If
   * a save is missing in between, fetches them all.
   */
  function takeHeard(): void {
    const state = store.get();
    if (heard.length === 0 || !state || state.inFlight || state.isComposing) return;
    const later = heard
      .filter(({ sequence }) => sequence > state.sequence)
      .toSorted((one, other) => one.sequence - other.sequence);
    heard = [];
    const next = wholeSaves(
      state,
      later.filter(({ sequence }, index) => sequence === state.sequence + index + 1),
    );
    if (next.length > 0) store.change((before) => announced(before, next));
    if (next.length < later.length) void follow();
  }
  store.subscribe(takeHeard);

  function reportCaret(): void {
    clearTimeout(caretTimer);
    caretTimer = setTimeout(() => {
      const state = store.get();
      if (!state || !isShared(state) || position === reported) return;
      if (isSaved(state)) void follow();
      else reportCaret();
    }, CARET_DELAY_MS);
  }

  function sayLeaving(): void {
    const state = store.get();
    const nowhere: Position = { focus: null, caret: null };
    if (state) void calls.follow({ since: state.sequence, ...nowhere, isLeaving: true }).catch(() => undefined);
  }

  const heartbeat = setInterval(() => void follow(), STUDIO_PRESENCE_MS);

  return {
    follow,
    /** Reloads the item if needed, and fetches the changes of others. */
    refresh,
    hear(detail: string): void {
      const { short, ...news } = JSON.parse(detail) as AnnouncedSave;
      const save: HeardSave = { ...news, ...short };
      const state = store.get();
      if (!state || isStopped || save.itemId !== state.item.id) return;
      if (state.isOffline || state.isTooOld) return void refresh().catch(() => undefined);
      heard = [...heard.filter(({ sequence }) => sequence !== save.sequence), save];
      takeHeard();
    },
    focus(key: string | null): void {
      if (key === position.focus) return;
      position = { focus: key, caret: null };
      void follow();
    },
    /** Reports where the caret is in the component or field that has the focus. */
    point(caret: Position['caret']): void {
      if (JSON.stringify(caret) === JSON.stringify(position.caret)) return;
      position = { ...position, caret };
      reportCaret();
    },
    /** Where this editor is, for saves that others see; empty while nobody else has the item open. */
    whereabouts(): { position?: Position } {
      const state = store.get();
      if (!state || !isShared(state)) return {};
      reported = position;
      return { position };
    },
    /**
     * Reports that this tab is gone, unless it comes back. With unsaved changes, it may: the server goes on to store
     * what they are based on.
     */
    sayLeaving(): void {
      const state = store.get();
      if (state && isSaved(state)) sayLeaving();
    },
    /** Reports that this editor is leaving for good. */
    leave(): void {
      isStopped = true;
      clearInterval(heartbeat);
      clearTimeout(caretTimer);
      sayLeaving();
    },
  };
}
