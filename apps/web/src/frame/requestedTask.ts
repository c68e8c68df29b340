import { useSyncExternalStore } from 'react';

/*
 * The task that a page wants to show. The shell brings the to-do list into view, and the list clears the request once
 * it shows the task.
 */
let wanted: string | undefined;
const listeners = new Set<() => void>();

/** Undefined clears the request. */
export function requestTask(id: string | undefined): void {
  wanted = id;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Id of the task to show. */
export const useRequestedTask = (): string | undefined => useSyncExternalStore(subscribe, () => wanted);
