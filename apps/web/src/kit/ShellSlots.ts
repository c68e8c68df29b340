import type { Widget } from '@portico/kinds/items/home/schemas';
import { createContext, type ComponentType } from 'react';

/** The item that a page shows. */
export interface PageItem {
  itemId: string;
  title: string;
  /** Address of its page. */
  path: string;
  /** The day on which it takes place, in the reader's time zone; null for none. */
  day: string | null;
}

/** Components that features provide to the shell, which leaves out those that are missing. */
export interface Slots {
  /** A widget of the bar, without its title. */
  WidgetView?: ComponentType<{ kind: Widget['kind'] }>;
  /** What a reader can do with the item of a page. */
  ItemAction?: ComponentType<{ item: PageItem }>;
}

/** Provided once, around the portal. */
export const ShellSlots = createContext<Slots>({});
