/** An error inside the sidebar, for the host's log and sign-in. Also the `detail` of `portico-error`. */
export interface SidebarError {
  /** The affected part: the configuration, one of the three services, or the sidebar itself. */
  source: 'config' | 'content' | 'notifications' | 'account' | 'sidebar';
  /** HTTP status; 0 without a response. 401: the tokens were rejected; pass fresh ones to `update`. */
  status: number;
  /** Stable code, such as `token_expired`, `network` or `invalid_config`. */
  code: string;
  /** In English, without secrets. */
  message: string;
  /** Identifies the call in the server's log. */
  requestId?: string | undefined;
}

/** A link that was followed in this tab. Also the `detail` of `portico-navigate`. */
export interface SidebarLink {
  /** Absolute address. */
  href: string;
  /** Id and name of the menu entry; undefined for other links. */
  id?: string | undefined;
  name?: string | undefined;
}

/** Optional callbacks of the host. An exception in one never stops the sidebar. */
export interface SidebarHandlers {
  onError?: ((error: SidebarError) => void) | undefined;
  /** `event.preventDefault()` keeps the browser from following the link, for hosts with their own router. */
  onNavigate?: ((link: SidebarLink, event: Event) => void) | undefined;
  /** Called when the user signs out. Without this handler the portal's sign-out page opens. */
  onSignOut?: (() => void) | undefined;
  /** Called when the Widget Panel switch changes. */
  onWidgetPanelChange?: ((isOpen: boolean) => void) | undefined;
}
