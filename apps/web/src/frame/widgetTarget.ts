import type { Widget } from '@portico/kinds/items/home/schemas';
import { useSyncExternalStore } from 'react';

/** An entry of a widget that a page wants to show. */
export interface WidgetTarget {
  kind: Widget['kind'];
  entryId: string;
}

/* The bar brings the widget into view, and the widget clears the target once it shows the entry. */
let target: WidgetTarget | undefined;
const listeners = new Set<() => void>();

/** Undefined clears the target. */
export function showInWidget(next: WidgetTarget | undefined): void {
  target = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useWidgetTarget = (): WidgetTarget | undefined => useSyncExternalStore(subscribe, () => target);
