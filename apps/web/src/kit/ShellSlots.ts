import type { Widget } from '@portico/contracts/widgets';
import { createContext, type ComponentType } from 'react';

/** An item that a task can be made for. */
export interface TaskSubject {
  itemId: string;
  title: string;
  /** Where it is read. */
  path: string;
  /** A day of the reader; null for none. */
  dueDate: string | null;
}

/** Slots of the shell that features make. Without them it stands without. */
export interface Slots {
  /** A widget of the bar, without its title. */
  WidgetView?: ComponentType<{ kind: Widget['kind'] }>;
  /** Makes a task for an item, or leads to the one that there is. */
  AddTask?: ComponentType<{ subject: TaskSubject }>;
}

/** Given once, around the portal. */
export const ShellSlots = createContext<Slots>({});
