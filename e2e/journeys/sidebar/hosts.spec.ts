import { serveExample } from '@portico/examples/serveExample';
import { expectAccessible, expectNoSidewaysScroll, themes, widths } from '../../support/accessibility.ts';
import { hosts, ports } from '../../support/ports.ts';
import { bundle, validConfig, menuOf, portal } from '../../support/sidebarHost.ts';
import { footprint, rowStyles } from '../../support/sidebarLooks.ts';
import { expect, test } from '../../support/test.ts';

test('in a hostile host page the sidebar looks the same as in the portal and leaks nothing', async ({ page }) => {
  await page.goto('/');
  await expect(menuOf(page).getByRole('link', { name: 'News' })).toBeVisible();
  const inPortal = await menuOf(page).evaluate(rowStyles);

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

  const inHost = await menuOf(page).evaluate(rowStyles);
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
  // The page's theme takes precedence over the system's.
  const background = () => menuOf(page).evaluate((menu) => getComputedStyle(menu).backgroundColor);
  const dark = await background();
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'light'));
  await expect.poll(background).not.toBe(dark);

  await page.getByRole('button', { name: 'Remove the sidebar' }).click();
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

  // Floating parts close on Escape, and on focus or a press elsewhere, in the sidebar or in the page around it.
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

test('a page from an unlisted origin gets neither the sidebar nor API responses', async ({ page, complaints }) => {
  const stranger = await serveExample('plain-host', { port: ports.unlistedHost, portal });
  try {
    const failure = page.waitForEvent('pageerror');
    await page.goto(stranger.origin);
    expect(String(await failure)).toContain('Failed to fetch dynamically imported module');
    const { accessToken, idToken } = await validConfig(page);
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
