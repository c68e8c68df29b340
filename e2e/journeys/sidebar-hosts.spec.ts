import type { Locator, Page } from '@playwright/test';
import { serveExample } from '@portico/examples/serveExample';
import { hosts, ports } from '../support/ports.ts';
import { expectAccessible, expectNoSidewaysScroll, themes, widths } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const portal = `http://localhost:${ports.code}`;
const bundle = `${portal}/sidebar/portico-sidebar.js`;
const menuOf = (page: Page | Locator) => page.getByRole('navigation', { name: 'Main menu' });

/**
 * What a sidebar might change in a page that is not its own: globals, shared prototypes, the head, and the looks of
 * everything else.
 */
function footprint() {
  const own = (value: object) =>
    Reflect.ownKeys(value).map((key) => {
      const { value: held } = Object.getOwnPropertyDescriptor(value, key) ?? {};
      return `${String(key)} ${typeof held === 'function' ? String(held).length : ''}`;
    });
  const outside = [...document.querySelectorAll('html, body, body *')].filter(
    (element) => !element.closest('#sidebar') && !element.closest('#log'),
  );
  return {
    globals: Object.getOwnPropertyNames(window).sort(),
    prototypes: [Object, Array, Promise, EventTarget, Node, Element, HTMLElement, History, Document].map((each) =>
      own(each.prototype),
    ),
    head: [...document.head.children].map((element) => element.outerHTML),
    sheets: document.adoptedStyleSheets.length,
    attributes: [document.documentElement, document.body].map((element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`),
    ),
    looks: outside.map((element) => {
      const style = getComputedStyle(element);
      return [
        element.tagName,
        style.color,
        style.fontFamily,
        style.fontSize,
        style.display,
        style.letterSpacing,
        style.margin,
        style.padding,
        style.border,
        style.overflow,
      ].join(' ');
    }),
  };
}

/** Looks of every row of the menu and of all that is in it, by the row's text. */
function rowLooks(menu: Element) {
  const names = [
    'color',
    'backgroundColor',
    'fontFamily',
    'fontSize',
    'fontWeight',
    'lineHeight',
    'letterSpacing',
    'wordSpacing',
    'textTransform',
    'textAlign',
    'textDecorationLine',
    'width',
    'height',
    'paddingTop',
    'paddingRight',
    'paddingBottom',
    'paddingLeft',
    'borderTopWidth',
    'borderTopStyle',
    'borderTopLeftRadius',
    'display',
    'boxSizing',
    'cursor',
    'opacity',
    'outlineStyle',
    'transitionDuration',
  ] as const;
  const rows = [...menu.querySelectorAll<HTMLElement>('ul a, ul button')].filter(
    (row) => row.getAttribute('aria-current') !== 'page',
  );
  return Object.fromEntries(
    rows.map((row) => [
      row.innerText.trim(),
      [row, ...row.querySelectorAll('*')].map((element) => {
        const style = getComputedStyle(element);
        // Another page has not our fonts, and a label may need one line more.
        const isLabel = element.localName === 'span' && element.textContent !== '';
        const values = names.map((name) => (name === 'height' && isLabel ? '' : style[name]));
        return `${element.tagName} ${values.join('|')}`;
      }),
    ]),
  );
}

test('in a hostile page the sidebar looks as it does in the portal and leaks nothing', async ({ page }) => {
  await page.goto('/');
  await expect(menuOf(page).getByRole('link', { name: 'News' })).toBeVisible();
  const inPortal = await menuOf(page).evaluate(rowLooks);

  await page.route(bundle, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': hosts.plain },
      body: 'export const mountSidebar = () => undefined;',
    }),
  );
  await page.goto(hosts.plain);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const before = await page.evaluate(footprint);
  await page.unroute(bundle);
  await page.reload();
  await expect(menuOf(page).getByRole('link', { name: 'News' })).toBeVisible();

  const inHost = await menuOf(page).evaluate(rowLooks);
  const inBoth = Object.keys(inHost).filter((name) => name in inPortal);
  expect(inBoth.length).toBeGreaterThan(5);
  expect(inBoth.map((name) => inHost[name])).toEqual(inBoth.map((name) => inPortal[name]));
  expect(await page.evaluate(footprint)).toEqual(before);

  for (const [device, width] of Object.entries(widths)) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await expect(
        device === 'desktop' ? menuOf(page) : page.getByRole('button', { name: 'Menu', exact: true }),
      ).toBeVisible();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    }
  }
  // The page's own choice of theme wins over the system's.
  const background = () => menuOf(page).evaluate((menu) => getComputedStyle(menu).backgroundColor);
  const dark = await background();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await expect.poll(background).not.toBe(dark);

  await page.getByRole('button', { name: 'Take the sidebar away' }).click();
  await expect(menuOf(page)).toHaveCount(0);
  expect(await page.locator('#sidebar').evaluate((element) => element.childElementCount)).toBe(0);
});

test('the sidebar in a foreign page works by keyboard and pointer', async ({ page }) => {
  await page.goto(hosts.plain);
  const menu = menuOf(page);
  const group = menu.getByRole('button', { name: 'Markets and regulators' });
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await expect(group).toHaveCSS('outline-style', 'solid');

  // What floats closes by Escape, and by focus or a press elsewhere: in the sidebar, and in the page around it.
  const person = menu.getByRole('button', { name: 'Clara Lindqvist' });
  const floating = page.getByRole('group', { name: 'User menu' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => group.focus(),
    () => page.getByRole('button', { name: 'Renew the tokens' }).focus(),
    () => page.getByRole('heading', { level: 1 }).click(),
  ]) {
    await person.click();
    await expect(floating).toBeVisible();
    await leave();
    await expect(floating).toBeHidden();
  }
  const bell = menu.getByRole('button', { name: /^Notifications/ }).first();
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
  await person.click();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await menu.getByRole('switch', { name: 'Widget Panel' }).click({ force: true });
  await expect(page.locator('#log li')).toHaveText(['Wants to sign out', 'Widget panel off']);

  await page.setViewportSize({ width: 820, height: 900 });
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  const isInSheet = () =>
    page.evaluate(
      () => document.activeElement?.shadowRoot?.activeElement?.closest('dialog') instanceof HTMLDialogElement,
    );
  for (let presses = 0; presses < 3; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await isInSheet()).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(800, 600);
  await expect(sheet).toBeHidden();
});

/** What the host page of a test has received from its sidebars, and how it reaches them. */
interface Received {
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
async function openBlankHost(page: Page): Promise<void> {
  await page.goto(`${hosts.plain}/blank.html`);
  await page.evaluate(() => {
    window.received = { errors: [], events: [], mounted: {} };
    document.addEventListener('portico-error', ({ detail }: CustomEventInit) =>
      window.received.events.push((detail as { code: string }).code),
    );
  });
}

/** The configuration with the tokens of the person that the browser is signed in as. */
async function goodConfig(page: Page) {
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

async function mount(page: Page, place: string, config: object, from = bundle): Promise<void> {
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

const update = (page: Page, config: object) =>
  page.evaluate((given) => window.received.mounted['one']!.update(given), config);
const errorsOf = (page: Page) => page.evaluate(() => window.received.errors);

test('sidebar errors reach the host page, and fresh tokens resume where the sidebar was [SIDEBAR-038, SIDEBAR-039, SIDEBAR-040]', async ({
  page,
}) => {
  await openBlankHost(page);
  const config = await goodConfig(page);
  // The browser has good tokens in its cookies; those of the host count.
  await mount(page, 'one', { ...config, accessToken: 'refused.refused.refused' });
  await expect(page.getByRole('alert')).toContainText('The menu couldn’t be loaded.');
  await expect.poll(() => errorsOf(page)).toHaveLength(1);
  expect((await errorsOf(page))[0]).toMatchObject({
    status: 401,
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
  });
  expect(page.url()).toBe(`${hosts.plain}/blank.html`);

  await page.evaluate(() => {
    window.received.menu = document.querySelector('portico-sidebar-host')!.shadowRoot!.querySelector('nav')!;
  });
  await update(page, config);
  const group = menuOf(page).getByRole('button', { name: 'My practice' });
  await group.click();
  await expect(menuOf(page).getByRole('switch', { name: 'Widget Panel' })).toBeVisible();
  await update(page, { ...config, showWidgetToggle: false });
  await expect(menuOf(page).getByRole('switch', { name: 'Widget Panel' })).toHaveCount(0);
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  expect(await page.evaluate(() => window.received.menu?.isConnected)).toBe(true);
  expect(await errorsOf(page)).toHaveLength(1);

  await update(page, { contentApiUrl: 'ftp://nowhere' });
  await expect(group).toBeVisible();
  expect((await errorsOf(page))[1]).toMatchObject({
    source: 'config',
    code: 'invalid_config',
    message: expect.stringContaining('idToken is missing.') as unknown,
  });

  await page.evaluate(() => window.received.mounted['one']!.unmount());
  const problem = {
    type: 'about:blank',
    title: 'Broken',
    status: 500,
    code: 'internal',
    detail: 'It broke.',
    requestId: 'request-7',
  };
  await page.route(`${portal}/api/v1/notifications`, (route) =>
    route.request().method() === 'OPTIONS'
      ? route.continue()
      : route.fulfill({
          status: 500,
          headers: { 'access-control-allow-origin': hosts.plain },
          contentType: 'application/problem+json',
          body: JSON.stringify(problem),
        }),
  );
  await mount(page, 'one', config);
  await expect
    .poll(async () => (await errorsOf(page))[2], { timeout: 20_000 })
    .toMatchObject({ source: 'notifications', status: 500, code: 'internal', requestId: 'request-7' });
  await expect(menuOf(page).getByRole('link', { name: 'News' })).toBeVisible();
  expect(await page.evaluate(() => window.received.events)).toEqual((await errorsOf(page)).map(({ code }) => code));
});

test('sidebars of several versions work in one page independently and listen to no messages [H8]', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function noting(this: EventTarget, ...given: Parameters<typeof listen>) {
      if (this === window && given[0] === 'message') window.received.events.push('listens to messages');
      listen.apply(this, given);
    };
    window.postMessage = () => window.received.events.push('sends a message');
  });
  await openBlankHost(page);
  const newer = `${bundle}?newer`;
  await page.route(newer, async (route) => {
    const response = await route.fetch({ url: bundle });
    await route.fulfill({ response, body: (await response.text()).replaceAll('1.0.0', '1.1.0') });
  });
  const config = await goodConfig(page);
  await mount(page, 'one', config);
  const first = await page.evaluateHandle(() => customElements.get('portico-sidebar'));
  await mount(page, 'two', { ...config, showWidgetToggle: false }, newer);
  const [one, two] = [page.locator('#one'), page.locator('#two')];
  for (const place of [one, two]) await place.getByRole('button', { name: 'My practice' }).waitFor();
  expect(await page.evaluate((element) => customElements.get('portico-sidebar') === element, first)).toBe(true);
  expect(await page.evaluate(() => customElements.get('portico-sidebar-1-1-0') !== undefined)).toBe(true);

  await one.getByRole('button', { name: 'My practice' }).click();
  await expect(one.getByRole('link', { name: 'Accounts' })).toBeVisible();
  await expect(two.getByRole('link', { name: 'Accounts' })).toHaveCount(0);
  await page.evaluate(() => window.received.mounted['one']!.unmount());
  await expect(one.getByRole('navigation')).toHaveCount(0);
  await two.getByRole('button', { name: 'My practice' }).click();
  await expect(two.getByRole('link', { name: 'Accounts' })).toBeVisible();

  // The element of the second copy beside it.
  await page.evaluate((given) => {
    const element = document.createElement('portico-sidebar-1-1-0');
    document.getElementById('one')!.append(Object.assign(element, { config: given }));
  }, config);
  await expect(one.getByRole('link', { name: 'News' })).toBeVisible();
  expect(await page.evaluate(() => window.received)).toMatchObject({ errors: [], events: [] });
});

test('in a page of another framework the sidebar is an element whose links go through the page’s own router [SIDEBAR-030]', async ({
  page,
}) => {
  const entry = (id: string, name: string, pageLink: string, nestedPagesLinks: string[] = []) => ({
    id,
    name,
    pageLink,
    nestedPagesLinks,
    kind: nestedPagesLinks.length > 0 ? 'ExternalLinkWithNestedLinks' : 'ExternalLink',
    status: 'Default',
    icon: null,
    openInNewTab: false,
    submenuItems: [],
  });
  await page.route(`${portal}/api/v1/menu`, async (route) => {
    if (route.request().method() === 'OPTIONS') return route.continue();
    const response = await route.fetch();
    const menu = (await response.json()) as { menuItems: object[] };
    menu.menuItems.push(
      entry('desk', 'Client desk', `${hosts.framework}/`),
      entry('accounts-desk', 'Accounts desk', `${hosts.framework}/elsewhere`, [`${hosts.framework}/accounts`]),
    );
    return route.fulfill({ response, json: menu });
  });
  await page.goto(`${hosts.framework}/accounts/open`);
  const menu = menuOf(page);
  await expect(menu.getByRole('link', { name: 'Accounts desk' })).toHaveAttribute('aria-current', 'page');
  await expect(menu.getByRole('link', { name: 'News' })).toHaveAttribute('href', `${portal}/news`);
  await expect(menu.getByRole('switch')).toHaveCount(0);
  await page.evaluate(() => {
    window.name = 'not loaded again';
    const element = document.querySelector('portico-sidebar')!;
    window.received = { errors: [], events: [], mounted: {}, menu: element.shadowRoot!.querySelector('nav')! };
    element.parentElement!.prepend(element);
  });
  await menu.getByRole('link', { name: 'Client desk' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
  await expect(page).toHaveURL(`${hosts.framework}/`);
  await expect(menu.getByRole('link', { name: 'Client desk' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('link', { name: 'Accounts' }).click();
  await expect(menu.getByRole('link', { name: 'Accounts desk' })).toHaveAttribute('aria-current', 'page');
  expect(await page.evaluate(() => window.received?.menu?.isConnected)).toBe(true);
  await expectAccessible(page);

  await menu.getByRole('button', { name: 'Clara Lindqvist' }).click();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.locator('#problems li')).toHaveText('The person signed out.');
  await menu.getByRole('link', { name: 'News' }).click();
  await expect(page).toHaveURL(`${portal}/news`);
});

test('a page of an unlisted origin gets neither the sidebar nor an API answer', async ({ page, complaints }) => {
  const stranger = await serveExample('plain-host', { port: ports.unlistedHost, portal });
  try {
    const failure = page.waitForEvent('pageerror');
    await page.goto(stranger.origin);
    expect(String(await failure)).toContain('Failed to fetch dynamically imported module');
    const { accessToken, idToken } = await goodConfig(page);
    const answered = await page.evaluate(
      async ([address, access, id]) => {
        const response = await fetch(`${address}/api/v1/menu`, {
          headers: { Authorization: `Bearer ${access}`, 'Id-Token': id },
        }).catch(() => undefined);
        return response?.status;
      },
      [portal, accessToken, idToken] as const,
    );
    expect(answered).toBeUndefined();
    await expect(menuOf(page)).toHaveCount(0);
    complaints.splice(0);
  } finally {
    await stranger.close();
  }
});
