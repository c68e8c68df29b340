import { useEffect, useSyncExternalStore } from 'react';
import { readSettings } from '../sign-in/settings.ts';

interface Title {
  text: string;
  /** False for an error or another replacement of a page. */
  isPage: boolean;
}

let current: Title | undefined;
const listeners = new Set<() => void>();

/**
 * Sets the document's title to `{page} - {product}`, and the name in breadcrumbs. `isPage` is false for a replacement
 * of the page. Source: spec §9.
 */
export function usePageTitle(title: string | undefined, { isPage = true } = {}): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = [title, productName()].filter(Boolean).join(' - ');
    show({ text: title, isPage });
    return () => show(undefined);
  }, [title, isPage]);
}

/** Title of the open page; undefined while it loads. */
export function useCurrentTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => current?.text);
}

/** The error page has a name even when the settings are missing. */
function productName(): string | undefined {
  try {
    return readSettings().productName;
  } catch {
    return undefined;
  }
}

/** The title under which the open page is recorded as visited; undefined while it loads or if it failed. */
export const currentVisit = (): string | undefined => (current?.isPage ? current.text : undefined);

function show(title: Title | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
