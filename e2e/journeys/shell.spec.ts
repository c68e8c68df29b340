import { expect, expectAccessible, test } from '../support/test.ts';

test('the sidebar shows the server’s menu, marks where one is, and opens nested groups by keyboard', async ({ page }) => {
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

test('every area of content is reached from the shell [PROD-004]', async ({ page }) => {
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  for (const area of ['News', 'Events', 'Resources', 'Documents', 'Support']) {
    await menu.getByRole('link', { name: area, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeVisible();
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

test('below 1169 px the menu slides in, keeps the focus, and closes with Escape and after a choice', async ({ page }) => {
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
  const separated = await entries.evaluateAll((items) => items.filter((item) => item.previousElementSibling)
    .map((item) => Number.parseFloat(getComputedStyle(item).borderBlockStartWidth) > 0));
  expect(separated.length).toBeGreaterThan(1);
  expect(separated).not.toContain(false);
});

test('at 1169 px the sidebar is there and there is no menu button', async ({ page }) => {
  await page.setViewportSize({ width: 1169, height: 800 });
  await page.goto('/');
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'News' })).toBeVisible();
});

test('the chosen theme stays after a reload and shows before anything else', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await page.getByRole('group', { name: 'Theme' }).getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a change of page scrolls to the top, tells screen readers, and moves the focus', async ({ page }) => {
  await page.goto('/news');
  await page.getByRole('main').getByRole('article').nth(8).scrollIntoViewIfNeeded();
  await page.getByRole('main').getByRole('article').nth(8).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/news\/[0-9a-f-]{36}$/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
