import type { Locator, Page } from '@playwright/test';
import { hosts, ports } from './ports.ts';

export const portal = `http://localhost:${ports.code}`;
export const bundle = `${portal}/sidebar/portico-sidebar.js`;
export const menuOf = (page: Page | Locator) => page.getByRole('navigation', { name: 'Main menu' });

/** What the host page of a test has received from its sidebars, and how it reaches them. */
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

/** A page of a listed host with nothing in it yet. */
export async function openBlankHost(page: Page): Promise<void> {
  await page.goto(`${hosts.plain}/blank.html`);
  await page.evaluate(() => {
    window.received = { errors: [], events: [], mounted: {} };
    document.addEventListener('portico-error', ({ detail }: CustomEventInit) =>
      window.received.events.push((detail as { code: string }).code),
    );
  });
}

/** The configuration with the tokens of the person that the browser is signed in as. */
export async function goodConfig(page: Page) {
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

export async function mount(page: Page, place: string, config: object, from = bundle): Promise<void> {
  await page.evaluate(
    async ([address, id, given]) => {
      const { mountSidebar } = (await import(address)) as {
        mountSidebar: (element: Element, config: object, handlers: object) => Received['mounted'][string];
      };
      window.received.mounted[id] = mountSidebar(document.getElementById(id)!, given, {
        onError: (error: Received['errors'][number]) => window.received.errors.push(error),
      });
    },
    [from, place, config] as const,
  );
}

export const update = (page: Page, config: object) =>
  page.evaluate((given) => window.received.mounted['one']!.update(given), config);
export const errorsOf = (page: Page) => page.evaluate(() => window.received.errors);
