import { useSyncExternalStore } from 'react';

const query = () => (typeof matchMedia === 'undefined' ? undefined : matchMedia('(prefers-reduced-motion: reduce)'));

function subscribe(onChange: () => void): () => void {
  const list = query();
  list?.addEventListener('change', onChange);
  return () => list?.removeEventListener('change', onChange);
}

/** Whether the system is set to reduced motion. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => query()?.matches ?? false,
    () => true,
  );
}
