import { expectAccessible } from '../../support/accessibility.ts';
import { hosts } from '../../support/ports.ts';
import {
  bundle,
  errorsOf,
  validConfig,
  menuOf,
  mount,
  openBlankHost,
  portal,
  update,
} from '../../support/sidebarHost.ts';
import { expect, test } from '../../support/test.ts';

test(
  'sidebar errors reach the host page, and with fresh tokens the sidebar continues where it was [SIDEBAR-038, SIDEBAR-039, SIDEBAR-040]',
  { tag: '@long' },
  async ({ page }) => {
    await openBlankHost(page);
    const config = await validConfig(page);
    // The browser has valid tokens in its cookies, but only the host's tokens count.
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
      .poll(async () => (await errorsOf(page))[2])
      .toMatchObject({ source: 'notifications', status: 500, code: 'internal', requestId: 'request-7' });
    await expect(menuOf(page).getByRole('link', { name: 'News' })).toBeVisible();
    expect(await page.evaluate(() => window.received.events)).toEqual((await errorsOf(page)).map(({ code }) => code));
  },
);

test('sidebars of several versions work independently in one page and neither send nor listen to messages [H8]', async ({
  page,
}) => {
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
  const config = await validConfig(page);
  await mount(page, 'one', config);
  const first = await page.evaluateHandle(() => customElements.get('portico-sidebar'));
  await mount(page, 'two', { ...config, showWidgetToggle: false }, newer);
  const [one, two] = [page.locator('#one'), page.locator('#two')];
  for (const sidebar of [one, two]) await sidebar.getByRole('button', { name: 'My practice' }).waitFor();
  expect(await page.evaluate((element) => customElements.get('portico-sidebar') === element, first)).toBe(true);
  expect(await page.evaluate(() => customElements.get('portico-sidebar-1-1-0') !== undefined)).toBe(true);

  await one.getByRole('button', { name: 'My practice' }).click();
  await expect(one.getByRole('link', { name: 'Accounts' })).toBeVisible();
  await expect(two.getByRole('link', { name: 'Accounts' })).toHaveCount(0);
  await page.evaluate(() => window.received.mounted['one']!.unmount());
  await expect(one.getByRole('navigation')).toHaveCount(0);
  await two.getByRole('button', { name: 'My practice' }).click();
  await expect(two.getByRole('link', { name: 'Accounts' })).toBeVisible();

  // Adds the element of the second copy next to it.
  await page.evaluate((given) => {
    const element = document.createElement('portico-sidebar-1-1-0');
    document.getElementById('one')!.append(Object.assign(element, { config: given }));
  }, config);
  await expect(one.getByRole('link', { name: 'News' })).toBeVisible();
  expect(await page.evaluate(() => window.received)).toMatchObject({ errors: [], events: [] });
});

test('in a page of another framework the sidebar is an element whose links use the page’s router [SIDEBAR-030]', async ({
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
