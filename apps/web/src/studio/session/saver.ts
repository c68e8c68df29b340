import { ApiError } from '@portico/client/ApiError';
import type { SessionStore } from './sessionStore.ts';
import type { SessionCalls } from './sessionCalls.ts';
import { isSaved, isShared, type SessionState } from './sessionState.ts';
import { sendable } from './refusals.ts';
import { hasWork, saveAnswered, saveRefused, startSave } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** How long after the last edit changes are sent. */
const SAVE_DELAY_MS = 800;
/** How long after the first edit changes are sent while others have the item open, so that they see them. */
const SHARED_SAVE_DELAY_MS = 200;
/** The longest time from the first unsent change until it is sent. */
const MAX_SAVE_DELAY_MS = 2000;
/** A call that got lost is sent again soon, because most connections are back at once. */
const FIRST_RETRY_MS = 500;
const MIN_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;
/** How many calls can fail before `flush` gives up. */
const MAX_FAILURES = 5;

interface SaverDependencies {
  store: SessionStore;
  save: SessionCalls['save'];
  storage: UnsavedStorage;
  refresh: () => Promise<void>;
}

/** Sends changes to the server, one call at a time, and retries after a failure. */
export function createSaver({ store, save: sendBatch, storage, refresh }: SaverDependencies) {
  let saving: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Times are those of `performance.now()`, because a computer can set its clock back.
  /** When the first change that can be sent now was made; undefined if there is none. */
  let firstChangeAt: number | undefined;
  let pauseEndsAt = 0;
  let retryMs = 0;
  let isStopped = false;

  function noteFirstChange({ pending }: SessionState): void {
    firstChangeAt = sendable(pending).length > 0 ? (firstChangeAt ?? performance.now()) : undefined;
  }

  function schedule(delay: number): void {
    const state = store.get();
    if (!state) return;
    noteFirstChange(state);
    if (isStopped || !hasWork(state)) return;
    const latest =
      firstChangeAt === undefined || state.isOffline
        ? delay
        : Math.max(0, firstChangeAt + (isShared(state) ? SHARED_SAVE_DELAY_MS : MAX_SAVE_DELAY_MS) - performance.now());
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.min(delay, latest));
  }

  /** An answer or a save of someone else must not send every letter that this editor types separately. */
  const scheduleAfterPause = (): void => schedule(Math.max(0, pauseEndsAt - performance.now()));

  function save(): Promise<void> {
    clearTimeout(timer);
    saving ??= send().finally(() => {
      saving = undefined;
      const state = store.get();
      if (state?.problem !== null) return;
      if (state.isOffline) schedule(retryMs);
      else scheduleAfterPause();
    });
    return saving;
  }

  async function send(): Promise<void> {
    const started = store.change((state) => startSave(state, crypto.randomUUID()));
    if (!started) return;
    noteFirstChange(started);
    if (!started.inFlight) return;
    try {
      const response = await sendBatch(started.inFlight);
      await whenComposed();
      retryMs = 0;
      const saved = store.change((state) => saveAnswered(state, response));
      // The copy stored before the storage was full is outdated; a later tab would overwrite saved changes with it.
      if (saved && !saved.isStoredLocally && saved.conflicts.length === 0) storage.removeOwn();
      if (saved?.isTooOld) await refresh();
    } catch (error) {
      retryMs = retryMs === 0 ? FIRST_RETRY_MS : Math.min(Math.max(retryMs * 2, MIN_RETRY_MS), MAX_RETRY_MS);
      store.change((state) => failed(state, error));
    }
  }

  /** Resolves when no input method is composing a character: changing its text would interrupt it. */
  const whenComposed = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = store.subscribe(() => look());
      const look = () => {
        if (store.get()?.isComposing) return;
        stop();
        resolve();
      };
      look();
    });

  return {
    /** Sends soon, without waiting for a pause in typing. */
    scheduleNow: () => schedule(0),
    scheduleAfterPause,
    /** The editor has changed something. */
    scheduleEdit(): void {
      pauseEndsAt = performance.now() + SAVE_DELAY_MS;
      scheduleAfterPause();
    },
    save,
    /** Resolves to true when everything is saved, or to false if that is not possible now. */
    async flush(): Promise<boolean> {
      let state = store.get();
      for (let failures = 0; failures < MAX_FAILURES && state && hasWork(state); state = store.get()) {
        await save();
        const after = store.get();
        if (after && (after.isOffline || after.problem !== null)) failures += 1;
      }
      return state !== undefined && isSaved(state);
    },
    /** Stops automatic saving; only explicit calls to `save` send changes. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function failed(state: SessionState, error: unknown): SessionState {
  if (!(error instanceof ApiError)) return { ...state, problem: String(error) };
  if (isAboutContent(error)) return saveRefused(state, error.detail);
  const isTemporary = error.status === 0 || error.status >= 500 || error.status === 429 || error.status === 401;
  return isTemporary ? { ...state, isOffline: true } : { ...state, problem: error.detail };
}

/** A change is too large, invalid, or not this editor's to make: retrying it would fail again and block all others. */
const isAboutContent = ({ code, issues = [] }: ApiError): boolean =>
  code === 'payload_too_large' || ((code === 'invalid_input' || code === 'forbidden') && issues.length > 0);
