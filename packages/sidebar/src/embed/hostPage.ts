import { useSyncExternalStore } from 'react';

/** The Navigation API, where available: it also reports address changes made by scripts. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation;
const ADDRESS_EVENTS = ['popstate', 'hashchange'] as const;

function subscribe(onChange: () => void): () => void {
  for (const name of ADDRESS_EVENTS) window.addEventListener(name, onChange);
  navigation?.addEventListener('currententrychange', onChange);
  return () => {
    for (const name of ADDRESS_EVENTS) window.removeEventListener(name, onChange);
    navigation?.removeEventListener('currententrychange', onChange);
  };
}

/**
 * Path of the host's page, in step with its router. Without the Navigation API, address changes made by scripts are
 * noticed at the next `update`.
 */
export function useHostPath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

const themeOf = (element: Element) => element.closest('[data-theme]')?.getAttribute('data-theme');

/**
 * Applies the host's theme to `target`: `data-theme` (`light` or `dark`) on `element` or an ancestor, otherwise the
 * system theme. Returns a function that stops following it.
 */
export function followTheme(element: Element, target: HTMLElement): () => void {
  const show = () => {
    const theme = themeOf(element);
    if (theme === 'light' || theme === 'dark') target.dataset['theme'] = theme;
    else delete target.dataset['theme'];
  };
  show();
  const observer = new MutationObserver(show);
  observer.observe(document, { attributes: true, attributeFilter: ['data-theme'], subtree: true });
  return () => observer.disconnect();
}
