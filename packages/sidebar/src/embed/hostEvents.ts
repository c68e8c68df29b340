import { ApiError } from '@portico/client/ApiError';
import type { SidebarError, SidebarHandlers, SidebarLink } from './SidebarHandlers.ts';

/**
 * Reports events to the host: each calls the host's handler and dispatches the matching DOM event on the sidebar's
 * element.
 */
export interface HostEvents {
  error: (error: SidebarError) => void;
  /** Reports a failed call or any other exception. */
  failure: (source: SidebarError['source'], thrown: unknown) => void;
  navigate: (link: SidebarLink, event: Event) => void;
  /** Returns true if the host handles it. */
  signOut: () => boolean;
  widgetPanelChange: (isOpen: boolean) => void;
}

export function createHostEvents(element: Element, handlers: SidebarHandlers): HostEvents {
  /** False if a listener called preventDefault(). */
  const send = (name: string, detail?: unknown) =>
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  /** Reports an exception of the host's handler as the page's own, and continues. */
  const safely = (call: () => void) => {
    try {
      call();
    } catch (error) {
      reportError(error);
    }
  };

  function error(reported: SidebarError): void {
    safely(() => handlers.onError?.(reported));
    send('portico-error', reported);
  }

  return {
    error,
    failure: (source, thrown) => error(sidebarError(source, thrown)),
    navigate(link, event) {
      safely(() => handlers.onNavigate?.(link, event));
      if (!send('portico-navigate', link)) event.preventDefault();
    },
    signOut() {
      safely(() => handlers.onSignOut?.());
      return !send('portico-sign-out') || handlers.onSignOut !== undefined;
    },
    widgetPanelChange(isOpen) {
      safely(() => handlers.onWidgetPanelChange?.(isOpen));
      send('portico-widget-panel-change', { isOpen });
    },
  };
}

function sidebarError(source: SidebarError['source'], thrown: unknown): SidebarError {
  if (thrown instanceof ApiError) {
    const { status, code, detail: message, requestId } = thrown;
    return { source, status, code, message, requestId };
  }
  return {
    source: 'sidebar',
    status: 0,
    code: 'internal',
    message: thrown instanceof Error ? thrown.message : String(thrown),
  };
}
