import { ApiError } from '@portico/client/ApiError';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Change } from '@portico/contracts/studio/draft';
import {
  STUDIO_PRESENCE_MS,
  type changeStudioItem,
  type followStudioItem,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import { edit, redo, undo } from './editing.ts';
import { isSaved, type SessionState, type Unsaved } from './sessionState.ts';
import { retried } from './refusals.ts';
import { adopted, choose, followed, hasWork, opened, saveAnswered, saveRefused, startSave } from './syncing.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** Changes are sent this long after the last one, and at the latest so long after the first. */
const SAVE_DELAY_MS = 800;
const MAX_SAVE_DELAY_MS = 2000;
const MIN_RETRY_MS = 2000;
const MAX_RETRY_MS = 30_000;
/** Calls in a row that may fail before saving at once is given up. */
const MAX_FAILURES = 5;

export interface SessionCalls {
  open: () => Promise<StudioItem>;
  save: (batch: { batchId: string; base: number; changes: Change[] }) => Promise<CallResult<typeof changeStudioItem>>;
  follow: (seen: {
    since: number;
    focus: string | null;
    isLeaving?: boolean;
  }) => Promise<CallResult<typeof followStudioItem>>;
}

/** An item that is open in this tab: what is seen, and everything that keeps it in step with the server. */
export interface DraftSession {
  getState: () => SessionState | undefined;
  subscribe: (listener: () => void) => () => void;
  edit: (changes: readonly Change[], mergeKey?: string) => void;
  undo: () => void;
  redo: () => void;
  choose: (key: string, choice: 'mine' | 'theirs') => void;
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
  let state: SessionState | undefined;
  let focusedKey: string | null = null;
  let saving: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstChangeAt: number | undefined;
  let retryMs = MIN_RETRY_MS;
  let isClosed = false;
  const listeners = new Set<() => void>();

  function update(next: SessionState): void {
    if (next === state) return;
    state = { ...next, isKeptHere: keep(next) };
    for (const listener of listeners) listener();
  }

  /** Whether this browser has room for what is not saved; as before where everything is. */
  function keep({ inFlight, pending, conflicts, isKeptHere }: SessionState): boolean {
    if (!isSaved({ inFlight, pending }) || conflicts.length > 0) return storage.write({ inFlight, pending, conflicts });
    storage.remove();
    return isKeptHere;
  }

  function schedule(delay: number): void {
    if (isClosed || !state || !hasWork(state)) return;
    firstChangeAt ??= Date.now();
    const latest = Math.max(0, firstChangeAt + MAX_SAVE_DELAY_MS - Date.now());
    clearTimeout(timer);
    timer = setTimeout(() => void save(), Math.min(delay, Math.max(latest, state.isOffline ? delay : 0)));
  }

  function save(): Promise<void> {
    clearTimeout(timer);
    saving ??= send().finally(() => {
      saving = undefined;
      if (state && state.problem === null) schedule(state.isOffline ? retryMs : 0);
    });
    return saving;
  }

  async function send(): Promise<void> {
    if (!state) return;
    update(startSave(state, crypto.randomUUID()));
    firstChangeAt = undefined;
    if (!state.inFlight) return;
    try {
      const answer = await calls.save(state.inFlight);
      retryMs = MIN_RETRY_MS;
      update(saveAnswered(state, answer));
      // A later tab would write what was kept before the storage was full over what is saved now.
      if (!state.isKeptHere && state.conflicts.length === 0) storage.removeOwn();
      if (state.isTooOld) await refresh();
    } catch (error) {
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
      update(failed(state, error));
    }
  }

  /** What is unsaved is read after each answer, because the editor goes on writing meanwhile. */
  async function openAgain(): Promise<void> {
    const item = await calls.open();
    if (!state) update(opened(item, storage.read()));
    else {
      const { inFlight, pending, conflicts, undo: steps, redo: undone, isKeptHere } = state;
      update({ ...opened(item, { inFlight, pending, conflicts }), undo: steps, redo: undone, isKeptHere });
    }
  }

  async function refresh(): Promise<void> {
    if (!state || state.isTooOld) await openAgain();
    schedule(0);
    await follow();
  }

  async function follow(): Promise<void> {
    if (!state || isClosed) return;
    try {
      const answer = await calls.follow({ since: state.sequence, focus: focusedKey });
      update(followed(state, answer));
      if (state.isTooOld) await openAgain();
      if (!isSaved(state)) schedule(0);
    } catch (error) {
      if (error instanceof ApiError && error.status === 0) update({ ...state, isOffline: true });
    }
  }

  const beat = setInterval(() => void follow(), STUDIO_PRESENCE_MS);

  const session: DraftSession = {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edit: (changes, mergeKey) => {
      if (!state?.item.allowed.includes('write')) return;
      update(edit(state, changes, { mergeKey, at: Date.now() }));
      schedule(SAVE_DELAY_MS);
    },
    undo: () => {
      if (state) update(undo(state));
      schedule(SAVE_DELAY_MS);
    },
    redo: () => {
      if (state) update(redo(state));
      schedule(SAVE_DELAY_MS);
    },
    choose: (key, choice) => {
      if (state) update(choose(state, key, choice));
      schedule(0);
    },
    focus: (key) => {
      if (key === focusedKey) return;
      focusedKey = key;
      void follow();
    },
    flush: async () => {
      for (let failures = 0; failures < MAX_FAILURES && state && hasWork(state);) {
        await save();
        if (state.isOffline || state.problem !== null) failures += 1;
      }
      return state !== undefined && isSaved(state);
    },
    retry: () => {
      if (state) update(retried(state));
      return session.flush();
    },
    replace: ({ draft: _draft, people: _people, sequence: _sequence, ...item }) => {
      if (state) update({ ...state, item });
      void follow();
    },
    adopt: (left) => {
      if (state) update(adopted(state, left));
      schedule(0);
    },
    refresh,
    close: async () => {
      isClosed = true;
      clearInterval(beat);
      clearTimeout(timer);
      if (!state) return;
      void calls.follow({ since: state.sequence, focus: null, isLeaving: true }).catch(() => undefined);
      await save();
    },
  };
  return session;
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
