import { recordShifts } from '../support/layoutShift.ts';
import { watchRequests } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

test('the dashboard greets people by name and shows callouts, carousel, news and events', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Dashboard - Portico');
  await expect(
    page.getByRole('heading', { level: 1, name: /^(Good (morning|afternoon|evening)|Working late), \S+/ }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible();
  const news = page.getByRole('region', { name: 'New for you' });
  await expect(news.getByRole('article')).toHaveCount(5);
  const events = page.getByRole('region', { name: 'Coming up' });
  await expect(events.getByRole('article')).toHaveCount(4);
});

test('on the dashboard, what is new, coming up and due fits on a laptop screen, and the first news item on a phone [HOME-012]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'For your attention' })).toBeInViewport({ ratio: 1 });
  for (const name of ['New for you', 'Coming up', 'Due this week'])
    await expect(page.getByRole('region', { name })).toBeInViewport({ ratio: 0.95 });
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const name of ['Coming up', 'Due this week'])
    await expect(page.getByRole('region', { name })).toBeInViewport({ ratio: 0.9 });
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'Support' })).toBeInViewport({ ratio: 1 });
  await expect(menu.getByText('Widget Panel')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', { name: 'New for you' }).getByRole('article').first()).toBeInViewport({
    ratio: 1,
  });
});

test('a news card on the dashboard opens its item, and Back returns to the dashboard', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('region', { name: 'New for you' }).getByRole('article').first().getByRole('link').first();
  const title = (await link.innerText()).trim();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^(Good |Working late)/ })).toBeVisible();
});

test('an event card on the dashboard opens the event, which shows the same day', { tag: '@long' }, async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('region', { name: 'Coming up' }).getByRole('article').first().getByRole('link').first();
  const title = (await link.innerText()).trim();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/(Sun|Mon|Tue|Wed|Thu|Fri|Sat), [A-Z][a-z]{2} \d{1,2}/).first()).toBeVisible();
});

test(
  'the highlights carousel moves by button and does not play if the reader prefers reduced motion [COMP-014]',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const carousel = page.getByRole('region', { name: 'Highlights' });
    await expect(carousel.getByRole('button', { name: /next/i })).toBeVisible();
    await carousel.getByRole('button', { name: /next/i }).click();
    await expect(
      carousel
        .getByRole('group', { name: /^2 of \d/ })
        .or(carousel.getByText(/2 of \d/))
        .first(),
    ).toBeVisible();
    await expect(carousel.getByRole('button', { name: /^pause/i })).toHaveCount(0);
  },
);

test(
  'a dashboard that cannot be loaded says so with the request id, and "Try again" loads it',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/api/v1/home', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'urn:portico:error:unavailable',
          title: 'x',
          status: 503,
          code: 'unavailable',
          detail: 'The portal is busy.',
          requestId: 'req-77',
        }),
      }),
    );
    await page.goto('/');
    await expect(page.getByText('req-77')).toBeVisible();
    await page.unroute('**/api/v1/home');
    await page.getByRole('button', { name: /try again/i }).click();
    await expect(page.getByRole('region', { name: 'New for you' }).getByRole('article')).toHaveCount(5);
  },
);

test('nothing on the dashboard jumps while it loads', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(recordShifts);
  await page.route('**/api/v1/home', async (route) => {
    await new Promise((later) => setTimeout(later, 800));
    await route.continue();
  });
  const settled = watchRequests(page);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New for you' }).getByRole('article')).toHaveCount(5);
  await settled();
  expect(await page.evaluate(() => window.shift), (await page.evaluate(() => window.shifts)).join('\n')).toBeLessThan(
    0.1,
  );
});

test('the dashboard loads at most ten scripts and style sheets before its first paint [FAST-004]', async ({ page }) => {
  const settled = watchRequests(page);
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'New for you' }).getByRole('article')).toHaveCount(5);
  await settled();
  const files = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => /\.(?:js|css)$/.test(name) && startTime < paint!.startTime)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(10);
});
