import { ApiError } from '@portico/client/ApiError';
import type { KeptState } from './keptState.ts';
import type { SessionCalls } from './sessionCalls.ts';
import { isSaved, type SessionState } from './sessionState.ts';
import { hasWork, saveAnswered, saveRefused, startSave } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** Changes are sent at the latest so long after the first that was not. */
const MAX_SAVE_DELAY_MS = 2000;
const MIN_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;
/** Calls in a row that may fail before saving at once is given up. */
const MAX_FAILURES = 5;

interface SaverDependencies {
  kept: KeptState;
  save: SessionCalls['save'];
  storage: UnsavedStorage;
  refresh: () => Promise<void>;
}

/** Sends what was written, one call at a time, and again after a failure. */
export function createSaver({ kept, save: sendBatch, storage, refresh }: SaverDependencies) {
  let saving: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstChangeAt: number | undefined;
  let retryMs = MIN_RETRY_MS;
  let isStopped = false;

  function schedule(delay: number): void {
    const state = kept.get();
    if (isStopped || !state || !hasWork(state)) return;
    firstChangeAt ??= Date.now();
    const latest = Math.max(0, firstChangeAt + MAX_SAVE_DELAY_MS - Date.now());
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.min(delay, Math.max(latest, state.isOffline ? delay : 0)));
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    saving ??= send().finally(() => {
      saving = undefined;
      const state = kept.get();
      if (state && state.problem === null) schedule(state.isOffline ? retryMs : 0);
    });
    return saving;
  }

  async function send(): Promise<void> {
    const started = kept.change((state) => startSave(state, crypto.randomUUID()));
    if (!started) return;
    firstChangeAt = undefined;
    if (!started.inFlight) return;
    try {
      const answer = await sendBatch(started.inFlight);
      retryMs = MIN_RETRY_MS;
      const saved = kept.change((state) => saveAnswered(state, answer));
      // A later tab would write what was kept before the storage was full over what is saved now.
      if (saved && !saved.isKeptHere && saved.conflicts.length === 0) storage.removeOwn();
      if (saved?.isTooOld) await refresh();
    } catch (error) {
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      kept.change((state) => failed(state, error));
    }
  }

  return {
    schedule,
    save,
    /** Resolves when everything is saved; false when that is not possible now. */
    async flush(): Promise<boolean> {
      let state = kept.get();
      for (let failures = 0; failures < MAX_FAILURES && state && hasWork(state); state = kept.get()) {
        await save();
        const after = kept.get();
        if (after && (after.isOffline || after.problem !== null)) failures += 1;
      }
      return state !== undefined && isSaved(state);
    },
    /** Nothing is sent any more but by `save`. */
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

/** A change is too large or not valid: sent again, it would be refused again, and hold up all others. */
const isAboutContent = ({ code, issues }: ApiError): boolean =>
  code === 'payload_too_large' || (code === 'invalid_input' && (issues?.length ?? 0) > 0);
