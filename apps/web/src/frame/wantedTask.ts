import { useSyncExternalStore } from 'react';

/*
 * The task that a page asks to be shown. The shell brings the to-do list into view, and the list takes the wish back once it has
 * shown the task.
 */
let wanted: string | undefined;
const listeners = new Set<() => void>();

/** Undefined takes the wish back. */
export function wantTask(id: string | undefined): void {
  wanted = id;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Id of the task that is to be shown. */
export const useWantedTask = (): string | undefined => useSyncExternalStore(subscribe, () => wanted);
