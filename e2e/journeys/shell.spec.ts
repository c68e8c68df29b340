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

test('the user block shows name and advisor type', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Advisor (Hybrid)').first()).toBeVisible();
});

test('below 1169 px the menu slides in and closes with Escape or after a choice', async ({ page }) => {
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
});

test('the page says that it is in English [PROD-009]', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('entries of the small-screen menu are separated by rules [MOBILE-007]', async ({ page }) => {
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

test('at 1169 px the sidebar is visible', async ({ page }) => {
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

test('opening another page scrolls to the top, and going back restores the scroll position [ROUTE-002]', async ({
  page,
}) => {
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
});

test('the content container of every kind of page is at most 1168 px wide, its padding included [SHELL-007]', async ({
  page,
}) => {
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
      const box = (await main.boundingBox())!;
      expect(box.width, `${path} at ${width}`).toBeLessThanOrEqual(1168);
      // There is room for more.
      if (width === 2400) expect(box.width, path).toBe(1168);
      const [needed, available] = await main.evaluate((element) => [element.scrollWidth, element.clientWidth]);
      expect(needed, `${path} at ${width} does not overflow`).toBeLessThanOrEqual(available!);
    }
  }
});

test('recent pages show beside the breadcrumbs and in the search box, their cookie holds no search words and signing out clears it; a closed banner stays closed [VISITED-001, VISITED-003, SIDEBAR-011, WIDGET-002, S6, H7]', async ({
  browser,
}) => {
  // Signing out would end the session that other journeys share.
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto('/events?text=tax');
  await signIn(page, 'ifa');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' }).click();
  // Until then the list of events is still there.
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
  // The banner of the dashboard, once closed, is gone for good.
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
});

test('a page whose code is gone is reloaded at its address once, without a loop [BUILD-003, BUILD-004, BUILD-005, B5]', async ({
  page,
  complaints,
}) => {
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents += 1;
  });
  // Gone for the document that is open, there for the next one.
  await page.route('**/assets/EventListPage-*.js', (route) =>
    documents === 1 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.route('**/assets/ResourcesPage-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  // Without the pointer over it: that would fetch it beforehand.
  await menu.getByRole('link', { name: 'Events', exact: true }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Events' })).toBeVisible();
  await expect(page).toHaveURL('/events');
  expect(documents).toBe(2);
  await menu.getByRole('link', { name: 'Resources', exact: true }).evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: 'Whoopsie-daisy!' })).toBeVisible();
  await expect(page).toHaveURL('/resources');
  expect(documents).toBe(2);
  complaints.length = 0;
});

test('a panel whose code is gone leaves the page working, and trying again reloads the portal [B5, B7]', async ({
  page,
  complaints,
}) => {
  let isGone = true;
  await page.route('**/assets/ApplicationsPanel-*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.goto('/news');
  const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Applications' });
  const panel = page.getByRole('dialog', { name: 'Applications' });
  await entry.click();
  await expect(panel.getByRole('heading', { name: 'Applications couldn’t be shown' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  isGone = false;
  const loaded = page.waitForEvent('load');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await loaded;
  await entry.click();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  await expect(page).toHaveURL('/news');
  // The console reports it once or twice, and not at a fixed time.
  for (const complaint of complaints.splice(0))
    expect(complaint).toMatch(/ApplicationsPanel|Failed to fetch dynamically imported module/);
});

test('the build lists its pages, and /builds/latest.json names the current build [BUILD-001, BUILD-002]', async ({
  page,
}) => {
  const manifest = page.waitForResponse(/\/builds\/[0-9a-f]{12}\.json$/);
  await page.goto('/');
  const { id, routes, files } = (await (await manifest).json()) as {
    id: string;
    routes: { path: string; private: boolean }[];
    files: string[];
  };
  expect(routes).toEqual(
    expect.arrayContaining([
      { path: '/', private: true },
      { path: '/news/$newsId', private: true },
      { path: '/logout', private: false },
    ]),
  );
  expect(files.length).toBeGreaterThan(50);
  const latest = await page.request.get('/builds/latest.json');
  expect(await latest.json()).toEqual({ id });
  expect(latest.headers()['cache-control']).toBe('no-cache');
});

test('texts come as files; when one is missing, the page still shows English and reports it on the console [LOCALE-005, LOCALE-006]', async ({
  page,
  complaints,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/locales/')) asked.push(new URL(request.url()).pathname);
  });
  await page.route('**/locales/en/news.json', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/news');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect
    .poll(() => [...new Set(asked)].toSorted())
    .toEqual(['dashboard', 'events', 'news', 'shared', 'widgets'].map((name) => `/locales/en/${name}.json`));
  await expect.poll(() => complaints).toEqual([expect.stringContaining('The texts en/news could not be loaded.')]);
  complaints.length = 0;
});

test('the language is stored at the first visit and has no control, and an unknown one in the cookie is English [LOCALE-001, LOCALE-002]', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const stored = async () => (await context.cookies()).find(({ name }) => name === 'i18n_redirected');
  await expect.poll(stored).toMatchObject({ value: 'en', path: '/', sameSite: 'Lax', httpOnly: false });
  expect((await stored())!.expires - Date.now() / 1000).toBeGreaterThan(364 * 24 * 3600);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Clara Lindqvist' }).click();
  await expect(page.getByRole('group', { name: 'Language' })).toHaveCount(0);
  await context.addCookies([{ name: 'i18n_redirected', value: 'fr', domain: 'localhost', path: '/' }]);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Dashboard');
  await expect(page).toHaveURL('/');
});

test('a browser without storage shows every page and a note about it [B6]', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
  });
  await page.goto('/');
  await expect(page.getByText(/^This browser doesn’t save data for this site/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect(page.getByText(/^This browser doesn’t save data/)).toBeHidden();
});

test('page analytics runs under the content security policy, from its one address only [BUILD-006, H3]', async ({
  page,
  complaints,
}) => {
  const script = 'https://stats.example/tag.js';
  const asked: string[] = [];
  await page.route('https://stats.example/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: 'text/javascript',
      body: 'document.documentElement.dataset.counted = document.currentScript.src;',
    });
  });
  // The portal of the journeys has no analytics: its page as the server writes it with them, policy and settings.
  await page.route('/forbidden', async (route) => {
    const answer = await route.fetch();
    const policy = answer.headers()['content-security-policy']!;
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types portico");
    await route.fulfill({
      response: answer,
      headers: {
        ...answer.headers(),
        'content-security-policy': policy.replace("script-src 'self'", "script-src 'self' https://stats.example"),
      },
      body: (await answer.text()).replace(
        'name="portico-settings" content="{',
        `name="portico-settings" content="{&#34;analytics&#34;:{&#34;id&#34;:&#34;G-7&#34;,&#34;scriptUrl&#34;:&#34;${script}&#34;},`,
      ),
    });
  });
  await page.goto('/forbidden');
  await expect(page.locator('html')).toHaveAttribute('data-counted', `${script}?id=G-7`);
  expect(asked).toEqual([`${script}?id=G-7`]);
  expect(complaints).toEqual([]);
  const rejected = await page.evaluate((src) => {
    try {
      document.createElement('script').src = src;
      return 'accepted';
    } catch (error) {
      return (error as Error).name;
    }
  }, `${script}?id=other`);
  expect(rejected).toBe('TypeError');
  complaints.length = 0;
});

test('on phones of every width the top bar shows all its buttons, and no page scrolls sideways [SHELL-003]', async ({
  browser,
}) => {
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
      // A phone makes its window as wide as the page.
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
});

for (const path of ['/documents', '/resources', '/news']) {
  test(`on ${path} the sticky footer stays in view, and neither it nor the top bar covers what has the focus [SHELL-011]`, async ({
    page,
  }) => {
    // Other journeys publish, and their notifications pop up in a corner of this page.
    await page.route(`**${streamPath}`, (route) => route.abort());
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
  });
}
