import type { SidebarConfig } from './sidebarConfig.ts';
import { startSidebar, type RunningSidebar } from './startSidebar.tsx';
import { version } from './version.ts';

export const ELEMENT_NAME = 'portico-sidebar';

/** Attributes for everything but tokens: attributes end up in page snapshots and recordings. */
const ADDRESSES = {
  'content-api-url': 'contentApiUrl',
  'notification-api-url': 'notificationApiUrl',
  'acp-api-url': 'acpApiUrl',
} as const;
const SWITCHES = { 'remember-browser': 'rememberBrowser', 'show-widget-toggle': 'showWidgetToggle' } as const;
const APPLICATIONS = {
  'compensation-system-url': 'compensationSystemUrl',
  'add-new-application-url': 'addNewApplicationUrl',
} as const;

/**
 * Defines `<portico-sidebar>`. If another copy of the sidebar has already defined it, this one uses a name with its
 * version, `portico-sidebar-1-0-0`, and leaves the first alone.
 */
export function definePorticoSidebar(): void {
  for (const name of [ELEMENT_NAME, `${ELEMENT_NAME}-${version.replaceAll(/[^\w]/g, '-')}`]) {
    if (customElements.get(name) === undefined) {
      customElements.define(name, class extends PorticoSidebarElement {});
      return;
    }
  }
}

/** The sidebar as a custom element. It starts once it is in the page and has a `config`, and stops when removed. */
class PorticoSidebarElement extends HTMLElement {
  static observedAttributes = [ADDRESSES, SWITCHES, APPLICATIONS].flatMap(Object.keys);

  #config: Partial<SidebarConfig> | undefined;
  #running: RunningSidebar | undefined;
  #isUpdateDue = false;

  /** The configuration set by the host, without attributes. */
  get config(): Partial<SidebarConfig> | undefined {
    return this.#config;
  }

  set config(config: Partial<SidebarConfig> | undefined) {
    this.#config = config;
    this.#scheduleUpdate();
  }

  connectedCallback(): void {
    // A property set before the element was defined shadows the accessor of the class.
    if (Object.hasOwn(this, 'config')) {
      const early = this.config;
      Reflect.deleteProperty(this, 'config');
      this.config = early;
    }
    this.#scheduleUpdate();
  }

  disconnectedCallback(): void {
    this.#scheduleUpdate();
  }

  attributeChangedCallback(): void {
    this.#scheduleUpdate();
  }

  /** Combines changes of one turn into one update, and keeps the sidebar running when the element only moves. */
  #scheduleUpdate(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    queueMicrotask(() => {
      this.#isUpdateDue = false;
      this.#update();
    });
  }

  #update(): void {
    if (!this.isConnected) {
      this.#running?.stop();
      this.#running = undefined;
    } else if (this.#config !== undefined) {
      const config = { ...this.#attributeConfig(), ...this.#config };
      if (this.#running) this.#running.update(config);
      else this.#running = startSidebar(this, config, {});
    }
  }

  #attributeConfig(): Partial<SidebarConfig> {
    const given = <Names extends Record<string, string>>(names: Names) =>
      Object.entries(names)
        .filter(([name]) => this.hasAttribute(name))
        .map(([name, key]) => [key, this.getAttribute(name) ?? ''] as const);
    const applications = given(APPLICATIONS);
    return {
      ...Object.fromEntries(given(ADDRESSES)),
      ...Object.fromEntries(given(SWITCHES).map(([key, value]) => [key, value !== 'false'])),
      ...(applications.length > 0 && { applicationsConfig: Object.fromEntries(applications) }),
    };
  }
}
