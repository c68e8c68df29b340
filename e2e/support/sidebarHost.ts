import type { Locator, Page } from '@playwright/test';
import { hosts, ports } from './ports.ts';

export const portal = `http://localhost:${ports.code}`;
export const bundle = `${portal}/sidebar/portico-sidebar.js`;
export const menuOf = (page: Page | Locator) => page.getByRole('navigation', { name: 'Main menu' });

/** What the test's host page has received from its sidebars, and its handles on them. */
export interface Received {
  errors: { source: string; status: number; code: string; message: string; requestId?: string }[];
  events: string[];
  mounted: Record<string, { update: (config: object) => void; unmount: () => void }>;
  menu?: Element;
}
declare global {
  interface Window {
    received: Received;
  }
}

/** Opens an empty page of a listed host. */
export async function openBlankHost(page: Page): Promise<void> {
  await page.goto(`${hosts.plain}/blank.html`);
  await page.evaluate(() => {
    window.received = { errors: [], events: [], mounted: {} };
    document.addEventListener('portico-error', ({ detail }: CustomEventInit) =>
      window.received.events.push((detail as { code: string }).code),
    );
  });
}

/** The configuration with the tokens of the person who is signed in. */
export async function validConfig(page: Page) {
  const cookies = await page.context().cookies(portal);
  const token = (name: string) => decodeURIComponent(cookies.find((cookie) => cookie.name === name)?.value ?? '');
  return {
    contentApiUrl: portal,
    notificationApiUrl: portal,
    acpApiUrl: portal,
    accessToken: token('access_token'),
    idToken: token('id_token'),
  };
}

export async function mount(page: Page, selector: string, config: object, from = bundle): Promise<void> {
  await page.evaluate(
    async ([address, id, given]) => {
      const { mountSidebar } = (await import(address)) as {
        mountSidebar: (element: Element, config: object, handlers: object) => Received['mounted'][string];
      };
      window.received.mounted[id] = mountSidebar(document.getElementById(id)!, given, {
        onError: (error: Received['errors'][number]) => window.received.errors.push(error),
      });
    },
    [from, selector, config] as const,
  );
}

export const update = (page: Page, config: object) =>
  page.evaluate((given) => window.received.mounted['one']!.update(given), config);
export const errorsOf = (page: Page) => page.evaluate(() => window.received.errors);
