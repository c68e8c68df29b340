import type { ReactNode } from 'react';
import type { Menu, MenuItem } from '@portico/contracts/menu';
import type { CurrentUser } from '@portico/contracts/users';
import type { RenderLink } from '@portico/ui/renderLink';
import type { PanelName } from './features/menu/panelOf.ts';

/** The sub-panels, which the entries Applications and Notifications and the bell open. Without them those entries are links. */
export interface SidebarPanels {
  open: PanelName | undefined;
  /** Opens the panel, or closes it when it is the open one; `opener` gets the focus back. */
  onToggle: (name: PanelName, opener: HTMLElement) => void;
  /** By the close button, Escape, the way back, or a press elsewhere (`isElsewhere`), which keeps the focus where it was pressed. */
  onClose: (isElsewhere?: boolean) => void;
  /** What the open panel shows. */
  content: ReactNode;
}

/** The switch that shows and hides the bar of widgets. */
export interface WidgetPanelSwitch {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** What both shapes of the sidebar need. They hold no data of their own: menu and user are undefined until they are there. */
export interface SidebarProps {
  menu: Menu | undefined;
  user: CurrentUser | undefined;
  /** The menu or the user could not be loaded, and there is no earlier answer to show. */
  error?: { message?: string | undefined; requestId?: string | undefined } | undefined;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
  /** Path of the page in view, without query and hash. */
  path: string;
  /** Makes the links to portal pages; the app gives its router's. */
  renderLink: RenderLink;
  onSignOut: () => void;
  /** A link of the menu was followed in this tab. */
  onNavigate?: ((item: MenuItem) => void) | undefined;
  /** Settings of the person, such as the theme; shown in the user menu. */
  preferences?: ReactNode;
  panels?: SidebarPanels | undefined;
}
