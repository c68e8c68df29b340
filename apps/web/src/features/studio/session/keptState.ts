import { isSaved, type SessionState } from './sessionState.ts';
import type { UnsavedStorage } from './unsavedStorage.ts';

/** What is seen of an open item. What the server does not have yet is kept in this browser with each change. */
export interface KeptState {
  get: () => SessionState | undefined;
  subscribe: (listener: () => void) => () => void;
  set: (next: SessionState) => SessionState;
  /** Takes a step and returns the state after it; undefined before the item is open. */
  change: (step: (state: SessionState) => SessionState) => SessionState | undefined;
}

export function createKeptState(storage: UnsavedStorage): KeptState {
  let state: SessionState | undefined;
  const listeners = new Set<() => void>();

  function set(next: SessionState): SessionState {
    if (next === state) return state;
    state = { ...next, isKeptHere: keep(next) };
    for (const listener of listeners) listener();
    return state;
  }

  /** Whether this browser has room for what is not saved; as before where everything is. */
  function keep({ inFlight, pending, conflicts, isKeptHere }: SessionState): boolean {
    if (!isSaved({ inFlight, pending }) || conflicts.length > 0) return storage.write({ inFlight, pending, conflicts });
    storage.remove();
    return isKeptHere;
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
