/** Something that went wrong inside the sidebar, for the host's own log and sign-in. Also the `detail` of `portico-error`. */
export interface SidebarError {
  /** Which part it concerns: what the host gave, one of the three services, or the sidebar itself. */
  source: 'config' | 'content' | 'notifications' | 'account' | 'sidebar';
  /** HTTP status of the answer; 0 when there was none. 401: the tokens were refused, give fresh ones with `update`. */
  status: number;
  /** Stable word for the kind of error, such as `token_expired`, `network` or `invalid_config`. */
  code: string;
  /** In English, without secrets. */
  message: string;
  /** Finds the call in the server's log. */
  requestId?: string | undefined;
}

/** A link that a person follows in this tab. Also the `detail` of `portico-navigate`. */
export interface SidebarLink {
  /** Absolute address. */
  href: string;
  /** Id and name of the menu entry; undefined for other links. */
  id?: string | undefined;
  name?: string | undefined;
}

/** What the host wants to hear. None of it has to be there, and what one throws never stops the sidebar. */
export interface SidebarHandlers {
  onError?: ((error: SidebarError) => void) | undefined;
  /** `event.preventDefault()` keeps the browser from following the link, for hosts with a router of their own. */
  onNavigate?: ((link: SidebarLink, event: Event) => void) | undefined;
  /** The person wants to sign out. Without this handler the portal's own sign-out page opens. */
  onSignOut?: (() => void) | undefined;
  /** The Widget Panel switch was turned. */
  onWidgetPanelChange?: ((isOpen: boolean) => void) | undefined;
}
