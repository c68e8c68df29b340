import type { ReactNode } from 'react';
import type { Menu, MenuItem } from '@portico/contracts/menu';
import type { CurrentUser } from '@portico/contracts/users';
import type { RenderLink } from '@portico/ui/renderLink';
import type { PanelName } from './features/menu/panelOf.ts';

/**
 * The panels opened by the Applications and Notifications entries and the bell. Without them those entries are links.
 */
export interface SidebarPanels {
  open: PanelName | undefined;
  /** Opens the panel, or closes it if it is open; `opener` gets the focus back when it closes. */
  onToggle: (name: PanelName, opener: HTMLElement) => void;
  /**
   * Called on the close button, Escape, the back row, or a press elsewhere (`isElsewhere`), which keeps its own focus.
   */
  onClose: (isElsewhere?: boolean) => void;
  /** Content of the open panel. */
  content: ReactNode;
}

/** The switch that shows and hides the bar of widgets. */
export interface WidgetPanelSwitch {
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}

/** Props of the desktop and the mobile sidebar. They load no data: menu and user are undefined until loaded. */
export interface SidebarProps {
  menu: Menu | undefined;
  user: CurrentUser | undefined;
  /** The menu or the user could not be loaded, and there is no older data. */
  error?: { message?: string | undefined; requestId?: string | undefined } | undefined;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
  /** Path of the current page, without query and hash. */
  path: string;
  /** Renders links to portal pages, for example with the app's router. */
  renderLink: RenderLink;
  onSignOut: () => void;
  /** Called when a menu link was followed in this tab. */
  onNavigate?: ((item: MenuItem) => void) | undefined;
  /** Settings such as the theme; shown in the user menu. */
  preferences?: ReactNode;
  panels?: SidebarPanels | undefined;
}
