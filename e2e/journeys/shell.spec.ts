import { streamPath } from '@portico/contracts/stream';
import { sessionOf, signIn } from '../support/signIn.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('the sidebar shows the server’s menu, marks the current page and opens nested groups by keyboard', async ({
  page,
}) => {
  await page.goto('/news');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'News' })).toHaveAttribute('aria-current', 'page');
  const group = menu.getByRole('button', { name: 'Markets and regulators' });
  await group.focus();
  await page.keyboard.press('Enter');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
});

test('every content area, both panels and the widgets can be reached from the shell [PROD-004, PROD-006]', async ({
  page,
}) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const area of ['News', 'Events', 'Resources', 'Documents', 'Support']) {
    await menu.getByRole('link', { name: area, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeVisible();
  }
  await expect(page.getByRole('complementary', { name: 'Widgets' })).toBeVisible();
  for (const panel of ['Applications', 'Notifications']) {
    await menu.getByRole('listitem').getByRole('button', { name: panel }).click();
    await expect(page.getByRole('dialog', { name: panel })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: panel })).toBeHidden();
  }
  await menu.getByRole('button', { name: 'My practice' }).click();
  await menu.getByRole('link', { name: 'Accounts' }).click();
  await expect(page).toHaveURL('/accounts');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('retirement');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?term=retirement/);
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/');
});

test('the user block shows name and advisor type', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Advisor (Hybrid)').first()).toBeVisible();
});

test(
  'below 1169 px the main menu slides in and closes with Escape or after a choice',
  { tag: '@long' },
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.setViewportSize({ width: 1168, height: 800 });
    await page.goto('/');
    const opener = page.getByRole('button', { name: /menu/i }).first();
    await opener.click();
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await expect(panel).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await panel.getByRole('link', { name: 'News' }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  },
);

test('the page declares its language as English [PROD-009]', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('entries of the small-screen menu are separated by lines [MOBILE-007]', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/');
  await page.getByRole('button', { name: /menu/i }).first().click();
  const entries = page.getByRole('dialog', { name: 'Menu' }).getByRole('listitem');
  await expect(entries.first()).toBeVisible();
  const separated = await entries.evaluateAll((items) =>
    items
      .filter((item) => item.previousElementSibling)
      .map((item) => Number.parseFloat(getComputedStyle(item).borderBlockStartWidth) > 0),
  );
  expect(separated.length).toBeGreaterThan(1);
  expect(separated).not.toContain(false);
});

test('at 1169 px the sidebar is visible', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1169, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' })).toBeVisible();
});

test('the chosen theme survives a reload', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test(
  'opening another page scrolls to the top, and going back restores the scroll position [ROUTE-002]',
  { tag: '@long' },
  async ({ page }) => {
    const scrolled = () => page.evaluate(() => Math.round(window.scrollY));
    await page.goto('/news');
    await page.getByRole('main').getByRole('article').nth(8).scrollIntoViewIfNeeded();
    const before = await scrolled();
    expect(before).toBeGreaterThan(200);
    await page.getByRole('main').getByRole('article').nth(8).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/news\/[0-9a-f-]{36}$/);
    await expect.poll(scrolled).toBe(0);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeFocused();
    await expect.poll(async () => Math.abs((await scrolled()) - before)).toBeLessThan(3);
  },
);

test(
  'the content container of every kind of page is at most 1168 px wide, including its padding [SHELL-007]',
  { tag: '@long' },
  async ({ page }) => {
    test.slow();
    const main = page.getByRole('main');
    const firstOf = async (list: string) => {
      await page.goto(list);
      const href = await main.getByRole('article').first().getByRole('link').first().getAttribute('href');
      expect(href).toMatch(/\/[\da-f-]{36}$/);
      return href!;
    };
    const paths = [
      '/',
      '/news',
      await firstOf('/news'),
      '/events',
      await firstOf('/events'),
      '/resources',
      await firstOf('/resources'),
      '/documents',
      '/search?term=retirement',
      '/forms',
      '/notifications',
      '/onboarding',
      '/compensation',
      '/support',
      '/nothing/here',
    ];
    for (const path of paths) {
      await page.setViewportSize({ width: 2400, height: 1000 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [2400, 1920, 1440]) {
        await page.setViewportSize({ width, height: 1000 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        // Parts that measure their width are laid out a moment later.
        await expect(async () => {
          const box = (await main.boundingBox())!;
          expect(box.width, `${path} at ${width}`).toBeLessThanOrEqual(1168);
          // The window has room for more.
          if (width === 2400) expect(box.width, path).toBe(1168);
          const [needed, available] = await main.evaluate((element) => [element.scrollWidth, element.clientWidth]);
          expect(needed, `${path} at ${width} does not overflow`).toBeLessThanOrEqual(available!);
        }).toPass();
      }
    }
  },
);

test(
  'recent pages appear next to the breadcrumbs and in the search box, their cookie contains no search words and signing out clears it; a closed banner stays closed [VISITED-001, VISITED-003, SIDEBAR-011, WIDGET-002, S6, H7]',
  { tag: '@long' },
  async ({ browser }) => {
    // Signing out would end the session that other journeys share.
    const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
    const page = await context.newPage();
    await page.goto('/events?text=tax');
    await signIn(page, 'ifa');
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' }).click();
    // Until then the list of events is still shown.
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeFocused();
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/news\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    const kept = async () => (await context.cookies()).find(({ name }) => name === 'visited_pages');
    await expect.poll(async () => decodeURIComponent((await kept())?.value ?? '')).toContain(title);
    expect(await kept()).toMatchObject({ path: '/', sameSite: 'None', secure: true });
    expect((await kept())!.expires - Date.now() / 1000).toBeGreaterThan(29 * 60);
    expect((await kept())!.expires - Date.now() / 1000).toBeLessThanOrEqual(30 * 60);
    expect(decodeURIComponent((await kept())!.value)).not.toContain('tax');
    const recent = page.getByRole('button', { name: 'Recent pages' });
    await recent.click();
    const menu = page.getByRole('navigation', { name: 'Recent pages' });
    await expect(menu.getByRole('link')).toHaveText(['News', 'Events']);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(recent).toBeFocused();
    await recent.click();
    await menu.getByRole('link', { name: 'News' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Search the portal' }).click();
    await expect(page.getByRole('group', { name: 'Recent pages' }).getByRole('option')).toHaveText([title, 'Events']);
    // Once closed, the dashboard's banner never returns.
    await page.goto('/');
    const banner = page
      .getByRole('region', { name: 'For your attention' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Close this message/ }) });
    await expect(banner).toBeVisible();
    await expectAccessible(page);
    await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith('/close') && answer.status() === 204),
      banner.getByRole('button', { name: /^Close this message/ }).click(),
    ]);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('region', { name: 'New for you', exact: true })).toBeVisible();
    await expect(banner).toBeHidden();
    await page.evaluate(() => location.assign('/logout'));
    await page.waitForURL((url) => url.pathname !== '/news');
    await expect.poll(kept).toBeUndefined();
    await context.close();
  },
);

test(
  'on phones of every width the top bar shows all its buttons, and no page scrolls sideways [SHELL-003]',
  { tag: '@long' },
  async ({ browser }) => {
    for (const width of [320, 360, 375, 390, 430]) {
      const context = await browser.newContext({
        storageState: sessionOf('hybrid'),
        hasTouch: true,
        isMobile: true,
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      for (const path of ['/', '/events', '/documents', '/support', '/search?term=rollover']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // A phone makes its viewport as wide as the page.
        expect(
          await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]),
          `${path} at ${width}`,
        ).toEqual([width, width]);
        await expect(page.getByRole('banner').getByRole('button', { name: /^Notifications/ })).toBeInViewport({
          ratio: 1,
        });
      }
      await context.close();
    }
  },
);

for (const path of ['/documents', '/resources', '/news']) {
  test(
    `on ${path} the sticky footer stays in view, and neither it nor the top bar covers the focused element [SHELL-011]`,
    { tag: path === '/news' ? [] : '@long' },
    async ({ page }) => {
      // Without the stream, notifications from other journeys cannot pop up in a corner of this page.
      await page.route(`**${streamPath}*`, (route) => route.abort());
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('article').or(main.getByRole('row')).first()).toBeVisible();
      const footer = page.getByRole('navigation', { name: /^Pages of/ });
      await expect(footer).toBeInViewport();
      await page.getByRole('main').focus();
      const hidden: string[] = [];
      let stops = 0;
      for (; stops < 80; stops += 1) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(async () => {
          const element = document.activeElement!;
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (!document.querySelector('main')!.contains(element)) return undefined;
          const { left, top, width, height } = element.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, top + height - 2);
          return { name: element.textContent, isSeen: at !== null && (element.contains(at) || at.contains(element)) };
        });
        if (!stop) break;
        if (!stop.isSeen) hidden.push(stop.name);
      }
      await expect(footer).toBeInViewport();
      expect(stops).toBeGreaterThan(10);
      expect(hidden).toEqual([]);
    },
  );
}
