import type { Widget } from '@portico/contracts/widgets';
import { createContext, type ComponentType } from 'react';

/** Parts of the shell that features make. Without them it stands without. */
export interface Parts {
  /** A widget of the bar, without its title. */
  WidgetView?: ComponentType<{ kind: Widget['kind'] }>;
}

/** Given once, around the portal. */
export const ShellParts = createContext<Parts>({});
