import type { Page } from '@playwright/test';
import { watchRequests } from '../support/settled.ts';
import { hold } from '../support/unreliableConnection.ts';
import { newPageAs, openAs } from '../support/signIn.ts';
import { expect, test } from '../support/test.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('the news list shows ten items, newest first, with its page links in a sticky footer', async ({ page }) => {
  await page.goto('/news');
  await expect(page).toHaveTitle('News - Portico');
  await expect(cards(page)).toHaveCount(10);
  const newest = await cards(page).first().getByRole('heading').innerText();
  await expect(page.getByRole('navigation', { name: /page/i })).toBeInViewport();
  await page.getByRole('navigation', { name: /page/i }).getByRole('link', { name: /2$/ }).click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(cards(page).first().getByRole('heading')).not.toHaveText(newest);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(cards(page).first().getByRole('heading')).toHaveText(newest);
});

test('sort order, days and categories of the news list are in the address, show as chips and can be cleared', async ({
  page,
}) => {
  await page.goto('/news?sort=oldest&category=Compliance&days=90');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect(page.getByRole('button', { name: /remove.*Compliance/i })).toBeVisible();
  await page.getByRole('button', { name: /remove.*Compliance/i }).click();
  await expect(page).not.toHaveURL(/category=/);
  await expect(page).toHaveURL(/sort=oldest/);
  await page.getByRole('button', { name: /clear/i }).first().click();
  await expect(page).not.toHaveURL(/days=/);
});

test(
  'a malformed page number of the news list is ignored, and one beyond the end links to the first page',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/news?page=abc&sort=Sideways&days=45');
    await expect(cards(page)).toHaveCount(10);
    await page.goto('/news?page=999');
    await expect(page.getByRole('main')).toContainText(/no news|nothing|first page/i);
  },
);

test('a news filter without results says so and offers to clear it', { tag: '@long' }, async ({ page }) => {
  await page.goto('/news?from=1999-01-01&to=1999-01-02');
  await expect(page.getByRole('main')).toContainText(/no news/i);
  await page.getByRole('button', { name: /clear/i }).first().click();
  await expect(cards(page)).toHaveCount(10);
});

test('a news item shows its date, and its breadcrumbs are readable even above a long title', async ({ page }) => {
  await page.goto('/news');
  const title = await cards(page).first().getByRole('heading').innerText();
  await cards(page).first().getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page).toHaveTitle(`${title} - Portico`);
  await expect(
    page
      .getByRole('main')
      .getByText(/^[A-Z][a-z]{2} \d{1,2}, \d{4}/)
      .first(),
  ).toBeVisible();
  const above = page.getByRole('navigation', { name: /breadcrumb/i }).getByRole('link');
  await expect(above).toHaveText(['Dashboard', 'News']);
  // The breadcrumbs above a long title are not cut off.
  expect(
    await above.evaluateAll((links) =>
      links
        .filter((link) => {
          const words = document.createRange();
          words.selectNodeContents(link);
          const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(link);
          return (
            words.getBoundingClientRect().width >
            link.getBoundingClientRect().width - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd)
          );
        })
        .map((link) => link.textContent),
    ),
  ).toEqual([]);
});

test('on a slow connection the news list shows a skeleton', { tag: '@long' }, async ({ page }) => {
  const release = await hold(page, '**/api/v1/news?**');
  await page.goto('/news');
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]').first()).toBeVisible();
  release();
  await expect(cards(page)).toHaveCount(10);
});

test('offline, the news list stays on screen and a banner says so', async ({ page, context }) => {
  const settled = watchRequests(page);
  await page.goto('/news');
  await expect(cards(page)).toHaveCount(10);
  await settled();
  await context.setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  await expect(cards(page)).toHaveCount(10);
  await context.setOffline(false);
  await expect(page.getByText(/you’re offline/i)).toBeHidden();
});

test(
  'offline, a note states the age of each page that is opened [BASE-015, B3]',
  { tag: '@long' },
  async ({ browser }) => {
    // A clock cannot be removed from the context that journeys share.
    const { context, page } = await newPageAs(browser, 'hybrid', { fresh: true });
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await page.clock.install();
    await page.goto('/resources');
    await expect(cards(page)).toHaveCount(12);
    await menu.getByRole('link', { name: 'News' }).click();
    await expect(cards(page)).toHaveCount(10);
    // An open page could refresh itself in the meantime.
    await page.clock.fastForward('20:00');
    await menu.getByRole('link', { name: 'Events' }).click();
    await expect(cards(page)).toHaveCount(6);
    // The widgets load separately, so their data has a different age.
    await page.getByRole('switch', { name: 'Widget Panel' }).uncheck();
    await context.setOffline(true);
    const shownFrom = async () => {
      const [, day, time] =
        /content from (.+ \d{4}), (.+)\.$/.exec(await page.getByText(/^You’re offline\./).innerText()) ?? [];
      return Date.parse(`${day} ${time}`);
    };
    const ofEvents = await shownFrom();
    await menu.getByRole('link', { name: 'Resources' }).click();
    await expect(cards(page)).toHaveCount(12);
    await expect.poll(async () => (ofEvents - (await shownFrom())) / 60_000).toBeGreaterThanOrEqual(19);
    await context.setOffline(false);
    await page.getByRole('switch', { name: 'Widget Panel' }).check();
    await context.close();
  },
);

test(
  'offline, a page that was never opened says so inside the portal, and opens when the connection returns [BASE-015, B7]',
  { tag: '@long' },
  async ({ browser, complaints }) => {
    const { context, page } = await openAs(browser, 'broker', '/news', { fresh: true });
    const card = cards(page).first();
    const title = await card.getByRole('heading').innerText();
    await watchRequests(page)();
    await context.setOffline(true);
    await card.getByRole('link').first().click();
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: /breadcrumb/i })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(complaints.splice(0).filter((line) => !/Unable to preload|dynamically imported module/.test(line))).toEqual(
      [],
    );
    await context.close();
  },
);

test('a click on a news item shows its skeleton immediately, however slow the response is [BASE-014]', async ({
  page,
}) => {
  const release = await hold(page, /\/api\/v1\/news\/[0-9a-f-]{36}$/);
  await page.goto('/news');
  await expect(cards(page)).toHaveCount(10);
  const title = await cards(page).first().getByRole('heading').innerText();
  await cards(page).first().getByRole('link').first().click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading the news item' })).toBeAttached();
  release();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
