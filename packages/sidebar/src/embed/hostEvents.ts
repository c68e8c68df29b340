import { ApiError } from '@portico/client/ApiError';
import type { SidebarError, SidebarHandlers, SidebarLink } from './SidebarHandlers.ts';

/** The ways out of the sidebar: each calls the host's handler and sends the DOM event of the same meaning from the sidebar's element. */
export interface HostEvents {
  error: (error: SidebarError) => void;
  /** A failed call, or whatever else was thrown. */
  failure: (source: SidebarError['source'], thrown: unknown) => void;
  navigate: (link: SidebarLink, event: Event) => void;
  /** True when the host takes care of it. */
  signOut: () => boolean;
  widgetPanelChange: (isOpen: boolean) => void;
}

export function createHostEvents(element: Element, handlers: SidebarHandlers): HostEvents {
  /** False when a listener of the page said that it takes care of it. */
  const send = (name: string, detail?: unknown) =>
    element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }));
  /** A host's own mistake is told as one of the page, and the sidebar goes on. */
  const safely = (call: () => void) => {
    try {
      call();
    } catch (error) {
      reportError(error);
    }
  };

  function error(told: SidebarError): void {
    safely(() => handlers.onError?.(told));
    send('portico-error', told);
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
