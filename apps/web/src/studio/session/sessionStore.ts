import { isSaved, type SessionState } from './sessionState.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** Holds the state of an open item. On each change, whatever the server does not have yet is stored in this browser. */
export interface SessionStore {
  get: () => SessionState | undefined;
  subscribe: (listener: () => void) => () => void;
  set: (next: SessionState) => SessionState;
  /** Applies a step and returns the new state; undefined before the item is open. */
  change: (step: (state: SessionState) => SessionState) => SessionState | undefined;
}

export function createSessionStore(storage: UnsavedStorage): SessionStore {
  let state: SessionState | undefined;
  const listeners = new Set<() => void>();

  function set(next: SessionState): SessionState {
    if (next === state) return state;
    state = { ...next, isStoredLocally: persist(next) };
    for (const listener of listeners) listener();
    return state;
  }

  /** Stores unsaved changes and returns whether that worked; unchanged if there are none. */
  function persist({ inFlight, pending, conflicts, isStoredLocally }: SessionState): boolean {
    if (!isSaved({ inFlight, pending }) || conflicts.length > 0) return storage.write({ inFlight, pending, conflicts });
    storage.remove();
    return isStoredLocally;
  }

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    change: (step) => state && set(step(state)),
  };
}
