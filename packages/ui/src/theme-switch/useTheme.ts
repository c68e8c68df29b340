import { useSyncExternalStore } from 'react';

export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const STORAGE_KEY = 'portico_theme';
const listeners = new Set<() => void>();
let choice: ThemeChoice | undefined;

function storedChoice(): ThemeChoice {
  try {
    const theme = localStorage.getItem(STORAGE_KEY);
    return themeChoices.find((each) => each === theme) ?? 'system';
  } catch {
    return 'system'; // Storage can be blocked; the choice then lasts until the page is reloaded.
  }
}

function showChoice(next: ThemeChoice): void {
  choice = next;
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  for (const listener of listeners) listener();
}

/** Applies the stored theme. Call it before the first render, so that the page never flashes in another theme. */
export function applyStoredTheme(): void {
  showChoice(storedChoice());
}

export function chooseTheme(next: ThemeChoice): void {
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // See storedChoice.
  }
  showChoice(next);
}

function subscribe(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) applyStoredTheme();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onStorage);
  };
}

/** The user's choice of theme, synchronized across components and tabs, and the function that changes it. */
export function useTheme(): { choice: ThemeChoice; chooseTheme: (next: ThemeChoice) => void } {
  const current = useSyncExternalStore(
    subscribe,
    () => (choice ??= storedChoice()),
    () => 'system' as const,
  );
  return { choice: current, chooseTheme };
}
