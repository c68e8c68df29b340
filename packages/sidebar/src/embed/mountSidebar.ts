import './embed.css';
import { definePorticoSidebar } from './PorticoSidebarElement.ts';
import type { SidebarConfig } from './sidebarConfig.ts';
import type { SidebarHandlers } from './SidebarHandlers.ts';
import { startSidebar } from './startSidebar.tsx';

export type { SidebarConfig } from './sidebarConfig.ts';
export type { SidebarError, SidebarHandlers, SidebarLink } from './SidebarHandlers.ts';
export { version } from './version.ts';

export interface MountedSidebar {
  /** Replaces the configuration, for example with fresh tokens. Keeps open panels and loaded data. */
  update: (config: SidebarConfig) => void;
  /** Removes the sidebar and all of its listeners. */
  unmount: () => void;
}

/**
 * Mounts the sidebar in an element of the page. Later errors go to `handlers.onError` and the DOM event
 * `portico-error`; only an invalid `element` throws. Contract: docs/sidebar.md.
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
