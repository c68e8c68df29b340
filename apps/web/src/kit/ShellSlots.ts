import type { Widget } from '@portico/contracts/widgets';
import { createContext, type ComponentType } from 'react';

/** An item that a task can be created for. */
export interface TaskSubject {
  itemId: string;
  title: string;
  /** Address of its page. */
  path: string;
  /** The reader's day; null for none. */
  dueDate: string | null;
}

/** Components of the shell that features provide. Without them the shell leaves them out. */
export interface Slots {
  /** A widget of the bar, without its title. */
  WidgetView?: ComponentType<{ kind: Widget['kind'] }>;
  /** Adds a task for an item, or links to the existing one. */
  AddTask?: ComponentType<{ subject: TaskSubject }>;
}

/** Provided once, around the portal. */
export const ShellSlots = createContext<Slots>({});
