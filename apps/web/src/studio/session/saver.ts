import { ApiError } from '@portico/client/ApiError';
import type { SessionStore } from './sessionStore.ts';
import type { SessionCalls } from './sessionCalls.ts';
import { isSaved, isShared, type Batch, type SessionState } from './sessionState.ts';
import { sendable } from './refusals.ts';
import { createResending } from './resending.ts';
import { hasWork, saveAnswered, saveRefused, sentChanges, startSave } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** How long after the last edit changes are sent. */
const SAVE_DELAY_MS = 800;
/** How long after the first edit changes are sent while others have the item open, so that they see them. */
const SHARED_SAVE_DELAY_MS = 200;
/** The longest time from the first unsent change until it is sent. */
const MAX_SAVE_DELAY_MS = 2000;
/** When a call that got lost is sent again: at first soon, because most connections are back at once. */
const RETRY_MS = [100, 500, 2000, 4000, 8000, 16_000, 30_000] as const;
/** How long whole texts are sent after the server refused what differs in them. */
const WHOLE_MS = 60_000;
/** How many calls can fail before `flush` gives up. */
const MAX_FAILURES = 5;

interface SaverDependencies {
  store: SessionStore;
  save: SessionCalls['save'];
  storage: UnsavedStorage;
  refresh: () => Promise<void>;
}

/** Sends changes to the server, one call at a time, and retries after a failure. */
export function createSaver({ store, save: saveOnce, storage, refresh }: SaverDependencies) {
  const resend = createResending(saveOnce);
  let saving: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Times are those of `performance.now()`, because a computer can set its clock back.
  /** When the first change that can be sent now was made; undefined if there is none. */
  let firstChangeAt: number | undefined;
  let pauseEndsAt = 0;
  let failures = 0;
  /** When a call that got lost is sent again, whatever is typed until then. */
  let retryAt = Infinity;
  let sendsWholeUntil = 0;
  let isStopped = false;

  function noteFirstChange({ pending }: SessionState): void {
    firstChangeAt = sendable(pending).length > 0 ? (firstChangeAt ?? performance.now()) : undefined;
  }

  function schedule(delay: number): void {
    const state = store.get();
    if (!state) return;
    noteFirstChange(state);
    if (isStopped || !hasWork(state)) return;
    const waitsUntil = (firstChangeAt ?? Infinity) + (isShared(state) ? SHARED_SAVE_DELAY_MS : MAX_SAVE_DELAY_MS);
    const latest = Math.max(0, (state.isOffline ? retryAt : waitsUntil) - performance.now());
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
      if (state.isOffline && retryAt < Infinity) schedule(Math.max(0, retryAt - performance.now()));
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
      const response = await sendShort(started, started.inFlight);
      await whenComposed();
      failures = 0;
      retryAt = Infinity;
      const saved = store.change((state) => saveAnswered(state, response));
      // The copy stored before the storage was full is outdated; a later tab would overwrite saved changes with it.
      if (saved && !saved.isStoredLocally && saved.conflicts.length === 0) storage.removeOwn();
      if (saved?.isTooOld) await refresh();
    } catch (error) {
      retryAt = performance.now() + RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]!;
      failures += 1;
      store.change((state) => afterFailure(state, error));
    }
  }

  /**
   * Sends what differs in texts. If the server refuses that, such as one of the previous version, or one that does not
   * have the same base, sends whole texts instead, for a while.
   */
  async function sendShort(state: SessionState, batch: Batch): ReturnType<SessionCalls['save']> {
    const changes = performance.now() < sendsWholeUntil ? batch.changes : sentChanges(state, batch);
    const sendBatch = isShared(state) ? resend : saveOnce;
    try {
      return await sendBatch({ ...batch, changes });
    } catch (error) {
      const hasSplices = changes.some((change) => change.do === 'splice');
      if (!hasSplices || !(error instanceof ApiError) || isTemporary(error)) throw error;
      sendsWholeUntil = performance.now() + WHOLE_MS;
      return sendBatch(batch);
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
      for (let failed = 0; failed < MAX_FAILURES && state && hasWork(state); state = store.get()) {
        await save();
        const after = store.get();
        if (after && (after.isOffline || after.problem !== null)) failed += 1;
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

function afterFailure(state: SessionState, error: unknown): SessionState {
  if (!(error instanceof ApiError)) return { ...state, problem: String(error) };
  if (isAboutContent(error)) return saveRefused(state, error.detail);
  return isTemporary(error) ? { ...state, isOffline: true } : { ...state, problem: error.detail };
}

const isTemporary = ({ status }: ApiError): boolean =>
  status === 0 || status >= 500 || status === 429 || status === 401;

/** A change is too large, invalid, or not this editor's to make: retrying it would fail again and block all others. */
const isAboutContent = ({ code, issues = [] }: ApiError): boolean =>
  code === 'payload_too_large' || ((code === 'invalid_input' || code === 'forbidden') && issues.length > 0);
