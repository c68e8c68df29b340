import { useEffect, useSyncExternalStore } from 'react';
import { readSettings } from '../sign-in/settings.ts';

let current: string | undefined;
const listeners = new Set<() => void>();

/** Names the open page: in the document's title as `{page} - {product}`, and for the breadcrumbs. Source: spec §9. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title === undefined) return;
    document.title = [title, productName()].filter(Boolean).join(' - ');
    show(title);
    return () => show(undefined);
  }, [title]);
}

/** Title of the open page; undefined while it is loading. */
export function useCurrentTitle(): string | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

/** The error page has a name even where the settings are what is missing. */
function productName(): string | undefined {
  try {
    return readSettings().productName;
  } catch {
    return undefined;
  }
}

function show(title: string | undefined): void {
  current = title;
  for (const listener of listeners) listener();
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
