import './embed.css';
import { definePorticoSidebar } from './PorticoSidebarElement.ts';
import type { SidebarConfig } from './sidebarConfig.ts';
import type { SidebarHandlers } from './SidebarHandlers.ts';
import { startSidebar } from './startSidebar.tsx';

export type { SidebarConfig } from './sidebarConfig.ts';
export type { SidebarError, SidebarHandlers, SidebarLink } from './SidebarHandlers.ts';
export { version } from './version.ts';

export interface MountedSidebar {
  /** Gives a whole new configuration, such as one with fresh tokens. What is open and loaded stays. */
  update: (config: SidebarConfig) => void;
  /** Takes the sidebar away, with everything it listened to. */
  unmount: () => void;
}

/**
 * Puts the sidebar into an element of the page. Everything that goes wrong from then on reaches `handlers.onError` and the DOM
 * event `portico-error`; nothing is thrown into the page, except for an `element` that is none. Contract: docs/sidebar.md.
 */
export function mountSidebar(element: Element, config: SidebarConfig, handlers: SidebarHandlers = {}): MountedSidebar {
  if (element?.nodeType !== Node.ELEMENT_NODE)
    throw new TypeError('mountSidebar needs an element of the page as its first argument.');
  const host = document.createElement('portico-sidebar-host');
  element.append(host);
  const running = startSidebar(host, config, handlers);
  return {
    update: running.update,
    unmount() {
      running.stop();
      host.remove();
    },
  };
}

definePorticoSidebar();
