import { useEffect, useSyncExternalStore } from 'react';
import { readSettings } from '../sign-in/settings.ts';

interface Title {
  text: string;
  /** False for what stands in a page's place. */
  isPage: boolean;
}

let current: Title | undefined;
const listeners = new Set<() => void>();

/** Names the open page: in the document's title as `{page} - {product}`, and for the breadcrumbs. `isPage` is false for what stands in its place. Source: spec §9. */
export function usePageTitle(title: string | undefined, { isPage = true } = {}): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = [title, productName()].filter(Boolean).join(' - ');
    show({ text: title, isPage });
    return () => show(undefined);
  }, [title, isPage]);
}

/** Title of the open page; undefined while it is loading. */
export function useCurrentTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => current?.text);
}

/** The error page has a name even where the settings are what is missing. */
function productName(): string | undefined {
  try {
    return readSettings().productName;
  } catch {
    return undefined;
  }
}

/** The title under which the open page is kept as visited; undefined while it is loading, or when it could not be shown. */
export const currentVisit = (): string | undefined => (current?.isPage ? current.text : undefined);

function show(title: Title | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
